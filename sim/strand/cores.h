/* Computing on the cores of a rank. */
#ifndef ORIEL_CORES_H
#define ORIEL_CORES_H

/* Self computes what one core takes `seconds` for. */
void cores_compute(double seconds);
/* Seconds that have been counted as computed or slept by ranks which have not
 * ended, and lie after this date. */
double cores_left(double date);

#endif
