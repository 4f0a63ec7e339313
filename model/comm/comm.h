/* Communicators: a group and a context that keeps its messages apart.
 *
 * One `struct comm` is shared by all members; what differs from rank to rank
 * (handle, name, attributes, error handler, info) is that rank's `comm_view`,
 * made when the rank gets its handle. Invariant: `context` is even and
 * unique; context + 1 carries the collectives' messages.
 *
 * An intercommunicator is two of them, one for each side, with one context:
 * each one's remote group is the other's group. `both` is an
 * intracommunicator of all members, on which Oriel lets them meet; programs
 * never see it. [MPI-4.1 7.4, 7.6] */
#ifndef ORIEL_COMM_H
#define ORIEL_COMM_H

#include "../group/group.h"
#include <mpi.h>
#include <stdint.h>

struct attributes;
struct errhandler;
struct info;
struct space;
struct topology;

struct comm {
  int references;
  uint32_t context;
  struct group *group;
  struct topology *topology; /* NULL: none */
  struct group *remote;      /* NULL: an intracommunicator; so then is `both` */
  struct comm *both;         /* side 0's members first */
  int side;
  const struct pending *pending; /* NULL, but while members have yet to ask for
                                    it: sim/api/comm_pending.c */
  char *file; /* the path of one whose calls alone it is for; NULL: none */
  uint32_t collectives[]; /* by member: how many it has started on it so far */
};

struct comm_view {
  struct comm *comm;
  int rank;       /* the owner's rank in the group */
  int references; /* the handle, and pending operations */
  MPI_Comm handle;
  struct comm_view *both;        /* the owner's of comm->both; NULL */
  struct errhandler *errhandler; /* never NULL */
  struct attributes *attributes; /* NULL until first set */
  struct info *info;             /* NULL until first set */
  char *name;                    /* NULL until first set */
  struct space *space;    /* of its buffered sends; NULL until first set */
  struct last_call *last; /* model/check's: the last collective of threads */
};

/* A new shared communicator with a fresh context; takes a reference. */
struct comm *comm_new(struct group *);
/* That of the first group and NULL where there is no second one; else the two
 * sides of a new intercommunicator. A reference to each. */
void comm_new_sides(struct group *const groups[2], struct comm *sides[2]);
/* The groups of a communicator: its own and NULL, or both sides'. */
void comm_sides(const struct comm *, struct group *groups[2]);
struct comm *comm_ref(struct comm *);
void comm_unref(struct comm *);

/* The group whose ranks name the partners of messages. */
static inline struct group *comm_peers(const struct comm *c)
{
  return c->remote ? c->remote : c->group;
}

/* The owner's view of all who take part in a collective: of both sides, side
 * 0's members first. */
static inline const struct comm_view *comm_all(const struct comm_view *view)
{
  return view->both ? view->both : view;
}

/* How many collectives the owner has started on it so far. */
static inline uint32_t *comm_collectives(const struct comm_view *view)
{
  return &view->comm->collectives[view->rank];
}

/* A member's view, with one reference; takes over the caller's reference of
 * the communicator. Its attributes must be gone before its last reference. */
struct comm_view *comm_view_new(struct comm *, int rank, struct errhandler *);
struct comm_view *comm_view_ref(struct comm_view *);
void comm_view_unref(struct comm_view *);

#endif
