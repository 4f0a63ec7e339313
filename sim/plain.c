/* Whether short cuts are taken. */
#include "plain.h"

bool plain;
