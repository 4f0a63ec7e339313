/* The external32 representation: big-endian, IEEE, sizes the same everywhere.
 *
 * Data is converted between it and the packed stream, which is native.
 * [MPI-4.1 14.5.2] */
#ifndef ORIEL_EXTERNAL32_H
#define ORIEL_EXTERNAL32_H

#include "datatype.h"

/* Bytes of `count` elements; -1 on overflow. */
MPI_Count external32_size(MPI_Count count, const struct datatype *);
/* Write external32_size bytes. */
void external32_pack(const void *base, MPI_Count count, const struct datatype *,
                     void *out);
void external32_unpack(void *base, MPI_Count count, const struct datatype *,
                       const void *in);

#endif
