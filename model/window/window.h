/* Windows: the memory that ranks expose to each other. [MPI-4.1 12.2]
 *
 * One `struct window` is shared by all members of its group and holds every
 * exposure; what differs from rank to rank (handle, epochs, name, attributes,
 * error handler, info) is that rank's `window_view`. Sizes and displacements
 * are in bytes unless a displacement unit is named.
 * Invariant: an exposure's base, size and unit never change while the window
 * lives; only a dynamic window's regions do. */
#ifndef ORIEL_WINDOW_H
#define ORIEL_WINDOW_H

#include "../comm/comm.h"
#include "../datatype/datatype.h"
#include "../op/op.h"
#include "epoch.h"
#include "memory.h"

#include <mpi.h>
#include <stdbool.h>

struct info;
struct attributes;
struct errhandler;
struct window_view;
struct exposed;

/* One attached piece of memory of a dynamic window. */
struct region {
  char *base;
  MPI_Aint size;
};

struct exposure {
  char *base;
  MPI_Aint size;
  int unit; /* displacement unit */
  int region_count;
  struct region *regions; /* of a dynamic window, by base */
};

/* What the standard's info keys say. Members may give different ones. */
struct window_rules {
  bool no_locks;
  bool ordered; /* accumulate_ordering is not "none" */
  bool same_op; /* accumulate_ops = same_op: no_op is not allowed */
};

struct window {
  int members;                /* that have not freed it */
  int flavor;                 /* MPI_WIN_FLAVOR_* */
  int size;                   /* of the group */
  const void *site;           /* of the call of rank 0 that made it */
  struct comm *comm;          /* of its own: carries its collectives */
  struct exposure *exposures; /* by rank */
  struct window_view *views;  /* by rank */
  struct window_rules rules; /* what a member does without: locks, order, ... */
  struct lock_queue *locks;  /* sim/rma's, by rank */
  struct unlocks *unlocks;   /* likewise, for a checker; NULL: none was told */
  struct releases *unlocked; /* likewise, of the shared ones */
  bool excluded;             /* likewise: an exclusive lock has been released */
  int posting;               /* likewise: members between post and wait */
  struct window_memory memory; /* of all members, that MPI allocated */
  struct freed_window *freed;  /* model/check's: when members free it */
  struct holdings *holdings;   /* likewise: its locks and posts; NULL: none */
  bool told; /* a member asked for another's memory (shared_query) */
};

/* By cache lines: what all calls need; the rest. */
struct window_view {
  _Alignas(64) struct window *window;
  struct rma *rma; /* sim/rma's: what is in flight */
  struct epoch epoch;
  int rank;
  unsigned guard; /* bytes behind its memory that are nobody's, and marked; 0:
                     no checker looks */

  char *label; /* what messages call it, if it has a name; else NULL */
  MPI_Win handle;
  struct comm_view *comm; /* its own view of window->comm */
  struct errhandler *errhandler;
  struct attributes *attributes;
  struct info *info;
  struct checked_pairs *pairs;   /* model/check's: with operations not over */
  struct exposed *exposed;       /* likewise: its memory */
  struct checked_epochs *epochs; /* likewise: the calls that opened them */
  uint32_t synced;               /* likewise: its last MPI_Win_sync */
  bool barred;                   /* likewise: had epochs that bar locks */
  struct fence_left *awaited;    /* likewise: fences that it has not left */
  struct window_lasts *lasts;    /* likewise: the last epochs of threads */
  struct window_rules rules;     /* of its own hints */
  uint16_t session; /* the number of that which it comes from; 0: MPI_Init */
};

/* That of a rank of MPI_COMM_WORLD; NULL: it is no member. */
static inline const struct window_view *window_view_of(const struct window *w,
                                                       int world)
{
  int rank = group_rank(w->comm->group, world);
  return rank >= 0 ? &w->views[rank] : NULL;
}

/* Did MPI allocate its memory? */
static inline bool window_allocated(const struct window *w)
{
  return w->flavor == MPI_WIN_FLAVOR_ALLOCATE ||
         w->flavor == MPI_WIN_FLAVOR_SHARED;
}

/* May members load and store each other's memory? */
static inline bool window_shared(const struct window *w)
{
  return w->flavor == MPI_WIN_FLAVOR_SHARED || w->told;
}

/* Are accumulates of a member to another one in order? Both must want it. */
static inline bool window_orders(const struct window_view *origin, int target)
{
  const struct window *w = origin->window;
  if (w->rules.ordered || !origin->rules.ordered) return w->rules.ordered;
  return w->views[target].rules.ordered;
}

/* From the return address of the call that made it to "halo.c:40", which lives
 * to the end; whoever runs programs sets it. */
extern const char *(*window_place)(const void *site);
/* A run has one window more, made by the call that returns to `site`. */
void window_made(struct window *, const void *site);
/* "window \"halo\"" or "the window", "the window of halo.c:40" if the run has
 * had several. For messages: it may take long. */
const char *window_label(const struct window_view *);
const char *window_unnamed(const void *site);
void window_set_name(struct window_view *, const char *name);
const char *window_name(const struct window_view *); /* "": none */

/* What one operation wants of the target. */
struct access {
  int target;
  MPI_Aint disp;
  MPI_Count count;
  const struct datatype *type;
};

/* The target address of an access: checks that every byte it touches lies in
 * the exposure [MPI-4.1 12.3]. `*address` gets what a local buffer argument
 * would be, which for absolute types is MPI_BOTTOM, NULL. */
int window_range(const struct window_view *, const struct access *,
                 char **address);

/* Attach and detach of dynamic windows. [MPI-4.1 12.2.4] */
int window_attach(struct window_view *, void *base, MPI_Aint size);
/* 0, or a fault's class: there are no addresses for so many bytes from there.
 * `section` is that of the call. */
int window_end(const void *base, MPI_Aint size, const char *section);
int window_detach(struct window_view *, const void *base);
/* What detaching from there would take, or NULL. */
const struct region *window_region(const struct window_view *,
                                   const void *base);

/* The rules of types and operators, checked at every call. */
enum access_kind { ACCESS_PUT, ACCESS_GET, ACCESS_ACCUMULATE, ACCESS_FETCH };
struct transfer {
  enum access_kind kind;
  const void *origin;
  MPI_Count origin_count;
  const struct datatype *origin_type; /* NULL: ignored (MPI_NO_OP) */
  void *result;
  MPI_Count result_count;
  const struct datatype *result_type;
  struct access access;
  const struct op *op;
};
int window_check_transfer(const struct window_view *, const struct transfer *);
/* The bytes that a checked transfer moves: as many as are sent, of the target
 * buffer the first so many. */
MPI_Count transfer_bytes(const struct transfer *);

/* A buffer argument of a call. */
struct buffer {
  const void *base;
  MPI_Count count;
  const struct datatype *type;
};
/* Do they share a byte? (disjoint.c) */
bool buffers_meet(const struct buffer *, const struct buffer *);
/* Do any of n buffers that two owners have, and which ones? Those of one owner
 * may. */
struct owned {
  struct buffer buffer;
  int owner;
};
bool owners_meet(const struct owned *, size_t n, int pair[2]);

#endif
