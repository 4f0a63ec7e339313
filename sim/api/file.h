/* Files: what a rank has open, and what all that opened it share.
 *
 * File access takes no simulated time but that of the meetings of collective
 * calls; it happens at the local time of the rank. [MPI-4.1 14] */
#ifndef ORIEL_API_FILE_H
#define ORIEL_API_FILE_H

#include "call.h"

#include <mpi.h>

struct errhandler;

/* One rank's handle of an open file. */
struct file {
  MPI_File handle; /* MPI_FILE_NULL: whose error handler new files get */
  struct errhandler *errhandler;
};

#endif
