/* Between the two files of groups: how they are kept (group.c) and what is
 * computed from them (set.c). */
#ifndef ORIEL_GROUP_SET_H
#define ORIEL_GROUP_SET_H

#include "group.h"

/* The group of these ranks; takes over the array, which malloc made. */
struct group *group_take(int size, int *world_ranks);

#endif
