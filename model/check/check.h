/* The checker: an observer that finds what is wrong with a program.
 *
 * check_open registers it; what it finds goes to report.h. It holds a history
 * of accesses by address, a vector clock for each strand, and says that two
 * accesses conflict when they share bytes, one of them writes, they are not
 * atomic with the same type and grid, and nothing orders them. Invariant: the
 * verdict does not depend on the instant at which the simulator moves data,
 * only on the order that MPI gives. */
#ifndef ORIEL_CHECK_H
#define ORIEL_CHECK_H

#include "options.h"

void check_open(const struct check_options *);
/* At the end of the run, at this date, however it ends. `regular`: all ranks
 * came to their end, so what is left is judged. */
void check_close(bool regular, double date);

#endif
