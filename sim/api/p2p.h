/* What the point-to-point calls share: a send or receive of the program as a
 * request, whether it has a handle, or lives inside a blocking call.
 *
 * A call prepares a draft on its stack (arguments checked, nothing started),
 * then starts it there or copies it into a request with a handle. Invariant:
 * a draft borrows the view and the type; a request with a handle holds
 * references to both. */
#ifndef ORIEL_API_P2P_H
#define ORIEL_API_P2P_H

#include "../p2p/p2p.h"
#include "../p2p/request.h"
#include "call.h"

struct sending {
  struct request request;
  struct p2p_send send; /* to may be MPI_PROC_NULL */
  const char *argument; /* the buffer's name; NULL: it is set aside */
};

struct receiving {
  struct request request;
  struct p2p_recv recv;
  bool nobody;          /* from MPI_PROC_NULL */
  double cost;          /* CPU time of completing it */
  const char *argument; /* likewise; NULL: it is told of later */
  bool replaces;        /* what was sent from there */
  struct spare *spare;  /* in place of its buffer; or NULL */
};

int sending_prepare(struct sending *, const void *, MPI_Count, MPI_Datatype,
                    int dest, int tag, MPI_Comm, enum send_mode,
                    const struct argument_names *);
int receiving_prepare(struct receiving *, void *, MPI_Count, MPI_Datatype,
                      int source, int tag, MPI_Comm,
                      const struct argument_names *);
/* The same by the view, which may be NULL for MPI_PROC_NULL. */
int receiving_prepare_in(struct receiving *, void *, MPI_Count, MPI_Datatype,
                         int source, int tag, struct comm_view *,
                         const struct argument_names *);
/* Of a call that does both: their buffers are disjoint. */
int exchange_check(const struct sending *, const struct receiving *);
/* Begin, at the local time of self plus the call's cost. */
int sending_start(struct sending *);
int receiving_start(struct receiving *);
/* The observers hear that it has started. */
void receiving_told(struct receiving *);
void receiving_told_buffer(struct receiving *);

/* Copy the bytes out of the buffer; the send then is of the copy, which the
 * caller frees when it is done. */
void *sending_set_aside(struct sending *);

/* A request with a handle, made of a draft. */
int sending_request(const struct sending *draft, bool persistent,
                    struct sending **, MPI_Request *);
int receiving_request(const struct receiving *draft, bool persistent,
                      struct receiving **, MPI_Request *);

/* Parts of the preparation that probes need too. */
int check_source(const struct comm_view *, int source);
int check_recv_tag(const struct comm_view *, int tag, const char *argument);
/* The world rank of a rank, wildcards and MPI_PROC_NULL unchanged. */
int world_of(const struct comm_view *, int rank);

/* Is there room in the buffer that self attached to the communicator, or to
 * itself? Then copy the message into it, and send it. */
int bsend_check(const struct p2p_send *, const struct comm_view *);
void bsend_start(const struct p2p_send *, struct comm_view *);
/* The owner of a buffer ends: it is attached no more. */
void bsend_give_up(struct space **);
/* Wait until what went through it has left; NULL is allowed. */
void bsend_flush(struct space *);
/* In MPI_Finalize: the buffers of self are its own again. */
void bsend_close_rank(void);

#endif
