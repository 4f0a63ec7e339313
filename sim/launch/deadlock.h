/* Who waits for whom, when nothing can happen any more. */
#ifndef ORIEL_DEADLOCK_H
#define ORIEL_DEADLOCK_H

/* Print the report for all ranks that have not ended: one line per group of
 * ranks that wait alike. */
void deadlock_report(void);

#endif
