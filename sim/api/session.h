/* Sessions: how a program gets at MPI without MPI_Init. [MPI-4.1 11.3]
 *
 * A session is its rank's own. Invariant: self->sessions is the number of
 * those that are open, and while it is not zero all calls are allowed that
 * need no object of MPI_Init's. */
#ifndef ORIEL_API_SESSION_H
#define ORIEL_API_SESSION_H

#include "call.h"

#include <mpi.h>

struct errhandler;

struct session {
  MPI_Session handle;
  struct errhandler *errhandler;
};

/* On success the session, which the call's errors then meet, else a fault's
 * class. */
int session_of(MPI_Session, struct session **);

#endif
