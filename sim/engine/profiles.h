/* What a platform file may not have: figures that change with simulated time,
 * and settings of SimGrid. */
#ifndef ORIEL_PROFILES_H
#define ORIEL_PROFILES_H

#include <stddef.h>

/* The line of the first such thing, and in `why` what it is and why not; else
 * 0.
 */
int profiles_find(const char *path, char *why, size_t size);

#endif
