/* Computing on the cores of a rank. */
#ifndef ORIEL_CORES_H
#define ORIEL_CORES_H

/* Self computes what one core takes `seconds` for. */
void cores_compute(double seconds);

#endif
