/* The data that is moved. */
#include "moving.h"

struct moving moving;
