/* Pairing by name: the tables. */
#include "pair.h"

struct tables pair_tables;
