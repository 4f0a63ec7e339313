/* Ranks that poll memory without calling MPI. */
#ifndef ORIEL_SPIN_H
#define ORIEL_SPIN_H

/* Watch, with so many seconds of host CPU time as patience. */
void spin_open(double patience);
void spin_close(void);

#endif
