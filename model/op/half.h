/* IEEE binary16, for MPI_REAL2 and MPI_COMPLEX4: compilers differ on whether
 * they have it. Arithmetic is done in float and rounded once, to nearest. */
#ifndef ORIEL_HALF_H
#define ORIEL_HALF_H

#include <stdint.h>

float half_to_float(uint16_t);
uint16_t half_from_float(float);

#endif
