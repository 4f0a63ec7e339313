/* What a source file is called. Private to sim/where. */
#ifndef ORIEL_SOURCES_H
#define ORIEL_SOURCES_H

#include "debug.h"

/* Its name, with as many folders as tell it from the program's other sources:
 * "halo.c", or "io/util.c" if there is a "net/util.c". A part of the path. */
const char *source_name(struct debug *, const char *path);

#endif
