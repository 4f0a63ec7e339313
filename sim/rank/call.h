/* The MPI call that a rank is in: which function, from where. sim/api enters
 * and leaves calls; everybody may ask. Invariant: self->call is the innermost
 * call of self, or NULL. */
#ifndef ORIEL_RANK_CALL_H
#define ORIEL_RANK_CALL_H

#include "../../model/abi/function.h"
#include <stdbool.h>
#include <stdint.h>

struct comm_view;
struct file;
struct session;
struct window_view;

struct call {
  const struct function *function;
  void *site;         /* the return address in the program */
  void *frame;        /* of the entry: where the program's frames begin */
  double start;       /* local time of self at entry */
  struct call *outer; /* of a call made by a callback of a call */
  bool aside;         /* were the thread-locals aside at entry? */
  /* Whose error handler an error meets; the last object that was found by
   * comm_of, window_of, session_of or file_of. NULL: MPI_COMM_SELF's. */
  struct comm_view *comm;
  struct window_view *window;
  struct session *session;
  struct file *file;
  struct comm_view *blamed; /* as call_blame() says; NULL: nobody */
  int error;                /* the fault's class that it leaves with; 0: none */
  /* The session that the communicators and groups it was given come from, by
   * its number, 0 for none: what it makes comes from there too. */
  uint16_t session_number;
};

#endif
