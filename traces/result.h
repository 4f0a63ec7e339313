/* What became of a run, for programs that read it: oriel_test.h does. */
#ifndef ORIEL_RESULT_H
#define ORIEL_RESULT_H

#include <stddef.h>

/* Lines of fields between tabs:
 *   time SECONDS
 *   report RULE error|warning COUNT HEADLINE WHAT PLACE WHAT PLACE
 * Empty fields where a report has fewer sides. -1 and a line in `why` when the
 * file cannot be written; then nothing is left. */
int result_write(const char *path, double time, char *why, size_t size);

#endif
