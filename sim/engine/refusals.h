/* What a platform file may not have: figures that change with simulated time,
 * settings of SimGrid, dragonflies with more groups than a chassis has routers,
 * for which SimGrid would write and read beyond its arrays, hosts for which a
 * topology has no place, and one of our properties twice. */
#ifndef ORIEL_REFUSALS_H
#define ORIEL_REFUSALS_H

#include <stddef.h>

/* The line of the first such thing, and in `why` what it is and why not, or of
 * where the file cannot be read; else 0. */
int refusals_find(const char *path, char *why, size_t size);

#endif
