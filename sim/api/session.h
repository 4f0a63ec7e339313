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
struct space;

struct session {
  MPI_Session handle;
  uint16_t number;     /* of the tags of its groups and communicators; not 0 */
  struct space *space; /* of buffered sends; NULL until first set */
  struct errhandler *errhandler;
};

/* On success the session, which the call's errors then meet, else a fault's
 * class. */
int session_of(MPI_Session, struct session **);
/* The open session of self that a communicator comes from, or NULL. */
struct session *session_behind(const struct comm_view *);

/* An object that comes from a session which is finalized, and its handle, which
 * is found again: a checker hears of its first use only. NULL: it is none. */
void *session_left(enum handle_kind, uintptr_t handle, const char *what);

#endif
