/* Files that are read more than once.
 *
 * A pipe gives its bytes once: it is copied into memory. */
#ifndef ORIEL_REREAD_H
#define ORIEL_REREAD_H

#include "../descriptors.h"

/* A descriptor of what lies at `path`, and in `again` a path by which it can be
 * read until that is closed; empty: it is `path`. -1: errno says why not. */
int reread_open(const char *path, char again[DESCRIPTOR_PATH]);

#endif
