/* Who waits for whom, when nothing can happen any more; and what everybody
 * does, at any time. */
#ifndef ORIEL_DEADLOCK_H
#define ORIEL_DEADLOCK_H

/* Print the report for all ranks that have not ended: one line per group of
 * ranks that wait alike. `patience` is the user's, if that is over; 0: nothing
 * is to come. */
void deadlock_report(double patience);

/* Print `title` and a line per group of ranks that do the same. `pc` is where
 * the running rank is in its own code; NULL: none runs. It waits there in this
 * call of the kernel's; NULL: it computes. */
void status_report(const char *title, const void *pc, const char *call);

#endif
