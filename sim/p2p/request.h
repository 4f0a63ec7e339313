/* Requests: what a program holds for an operation that may still run.
 *
 * Whoever starts a nonblocking operation makes a request, embedded in its own
 * struct, and calls request_complete from an event (or inside the starting
 * call) when it is done; the calls in sim/api/request.c wait, test and free,
 * whatever the class. Invariant: an active request completes exactly once;
 * request_complete runs no program code but a generalised request's own; a
 * handle is in the table as long as its request lives. [MPI-4.1 3.7.3]
 *
 * That of MPI_Grequest_start, for instance (sim/api/grequest.c):
 *
 *   struct grequest { struct request request; ... };
 *   static const struct request_class grequest_class = {.name = ..., };
 *
 *   struct grequest *g = request_new(&grequest_class, sizeof *g);
 *   *handle = g->request.handle;
 *   ... later, in an event or a call: request_complete(&g->request); */
#ifndef ORIEL_REQUEST_H
#define ORIEL_REQUEST_H

#include "../rank/rank.h"
#include "../../model/comm/comm.h"
#include <mpi.h>
#include <stdbool.h>

struct request;

/* All but `name` may be NULL. */
struct request_class {
  const char *name;
  /* A phrase for deadlock reports: "a message from rank 3 with tag 7 ...". */
  void (*explain)(const struct request *, char *text, size_t size);
  /* Persistent ones only: begin the operation once more. On the owner's
   * stack. 0 or a fault's class. */
  int (*start)(struct request *);
  /* Fill in the status of a complete one, on the owner's stack; may be called
   * several times. 0 or a fault's class. */
  int (*query)(struct request *);
  /* It is complete and the owner learns it, on the owner's stack: pay the
   * CPU time of completion, fill in results; returns 0 or a fault's class. */
  int (*finish)(struct request *);
  /* The owner learns that it is complete: tell the observers what that orders.
   * Once each time, on the owner's stack. */
  void (*learn)(struct request *);
  /* Try to cancel; a request that is cancelled completes. It may be complete
   * already. */
  int (*cancel)(struct request *);
  /* The owner's call has met an error of it: note the object whose error
   * handler is meant, if that is not the communicator `view`. */
  void (*blame)(const struct request *);
  /* It is complete and the program has given up its handle, on the owner's
   * stack: 0 or a fault's class, which the call returns that did either. */
  int (*end)(struct request *);
  /* Release what it holds; the struct itself is freed by request.c. */
  void (*release)(struct request *);
  /* The rule by which the program must wait for an active one, and may neither
   * free nor cancel it: "[MPI-4.1 12.3.5]". */
  const char *kept;
};

struct request {
  const struct request_class *class;
  struct rank *owner;
  const struct function *function; /* that started it, for deadlock reports; */
  const void *site;                /* NULL: none of the program's */
  MPI_Request handle;              /* 0 for one inside a blocking call */
  struct comm_view *view;  /* whose error handler is meant; may be NULL */
  struct counter *watcher; /* of the wait that includes it */
  struct counter *parting; /* of the MPI_Comm_disconnect that waits for it */
  bool active;             /* started; a one-shot is so from the beginning */
  bool complete;
  bool persistent;
  bool freed;   /* the program gave up the handle */
  bool learned; /* by some thread, ... */
  bool shared;  /* ... and there for another to learn */
  /* The numbers by which observers know its accesses to buffers; 0: none. */
  uint64_t pending;
  int accesses;
  /* Of an operation of several parts: the request of the whole, which is
   * complete when `parts` of its parts are. */
  struct request *whole;
  int parts;
  /* The status it will show. */
  int source, tag;
  MPI_Count bytes;
  bool cancelled;
};

/* A one-shot request of self, `size` bytes that begin with a struct request
 * (the rest zero), active, with a handle. NULL when no handle is left. */
void *request_new(const struct request_class *, size_t size);
/* The same for a persistent one, inactive. */
void *request_new_persistent(const struct request_class *, size_t size);
/* Prepare one that lives inside a blocking call: active, no handle. */
void request_init(struct request *, const struct request_class *);

/* The call that self is in starts it. */
void request_begun(struct request *);
/* The operation is done. From an event, or from the call that started it.
 * Returns what its class's `end` says, if that was all that it waited for. */
int request_complete(struct request *);

/* Park self until it is complete. */
void request_await(struct request *);
/* Numbers that nobody else has, the first of `n`, by which observers know
 * accesses to buffers that outlast their call. */
uint64_t pending_numbers(int n);
/* A number for its accesses to buffers, told to the observers as over when its
 * owner learns that it is complete; 0 inside a blocking call. `of` several that
 * end one by one: the first number. */
uint64_t request_pending(struct request *, int of);
/* It is complete, and self learns that now: the observers are told, once. */
void request_learn(struct request *);
/* The same; it stays there for other threads, of which the observers are told
 * that they learn it later. */
void request_share(struct request *);
/* It is complete: self learns its results; it is inactive then. Returns what
 * its class's `finish` says. */
int request_finish(struct request *);
/* Both. */
int request_wait(struct request *);
/* What its completion waits for, for deadlock reports. */
void request_explain(const struct request *, char *text, size_t size);
/* The same; returns whom that is about, in MPI_COMM_WORLD, or -1. */
int request_whom(const struct request *, char *text, size_t size);
/* The request a handle names, NULL when the program has given it up. */
struct request *request_find(const struct rank *, MPI_Request);
/* The same of self, whose call uses it. */
struct request *request_used(MPI_Request);
/* Give up the handle of a complete or inactive one and free it; of an active
 * one as soon as it completes. Returns what its class's `end` says. */
int request_drop(struct request *);

#endif
