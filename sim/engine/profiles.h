/* Figures of a platform file that change with simulated time. */
#ifndef ORIEL_PROFILES_H
#define ORIEL_PROFILES_H

#include <stddef.h>

/* Does the file give a host or link such a profile? Then its line, and what
 * says so in `name`; else 0. */
int profiles_find(const char *path, char *name, size_t size);

#endif
