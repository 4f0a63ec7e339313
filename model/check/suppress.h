/* Suppressions: reports that the user does not want to see.
 *
 * A file has one a line, a rule and the places of one or both sides:
 *
 *   # known, harmless
 *   conflict halo.c:88 halo.c:95
 *   leak *.c:*
 *
 * Places are patterns of the shell, compared with "halo.c:88"; of two, each
 * must match another side. Invariant: a line that is not understood is refused
 * before the run. */
#ifndef ORIEL_SUPPRESS_H
#define ORIEL_SUPPRESS_H

#include "report.h"

/* Read a file, further ones too. -1 and a line that names file and line in
 * `why` when there is a mistake. */
int suppress_load(const char *path, char *why, size_t size);
/* Is this report not wanted? Remembers what was of use. */
bool suppress_hides(const struct report *);
/* The suppressions that hid nothing: `say` gets a whole line of text each. */
void suppress_unused(void (*say)(const char *format, ...));

#endif
