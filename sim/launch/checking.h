/* --check: the checker's place in a run. */
#ifndef ORIEL_CHECKING_H
#define ORIEL_CHECKING_H

#include "options.h"

/* Before the programs are opened: they are bound to what tells accesses. */
void checking_bind(const struct options *);
/* Before the first rank runs. Some program tells its loads and stores (seen),
 * some does not (unseen). */
void checking_open(const struct options *, bool seen, bool unseen);
/* Of the programs one whose atomics are not told, so that what threads do
 * counts as ordered; NULL: none, or no thread has asked. */
extern const char *checking_own_atomics;

/* The run has ended with `code`, at a date; `regular`: all ranks have. Writes
 * the reports; returns the exit code with them. Without --check: `code`. */
int checking_close(const struct options *, int code, double date, bool regular);

#endif
