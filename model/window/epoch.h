/* The automaton of epochs: what a rank may do with a window now.
 *
 * [MPI-4.1 12.5] A fence opens an epoch only if an operation follows it, so a
 * fence since which nothing was issued stands in nobody's way. Locks are per
 * target; each target has one `lock_state`, owned by the caller. A rank's own
 * exposure is not posted and locked at once.
 * Invariant: at most one of {fence in use, started, locked} holds; a function
 * that returns a fault has changed nothing. */
#ifndef ORIEL_EPOCH_H
#define ORIEL_EPOCH_H

#include "../group/group.h"
#include <stdbool.h>
#include <stdint.h>

enum fence_state {
  FENCE_NONE,
  FENCE_LAST,   /* with MPI_MODE_NOSUCCEED */
  FENCE_SILENT, /* called; nothing was issued since */
  FENCE_USED,
};

struct window_view;

struct epoch {
  enum fence_state fence;
  unsigned fences;       /* called so far */
  int locked;            /* targets locked one by one */
  bool all_locked;       /* Win_lock_all */
  bool noprecede;        /* the last fence had MPI_MODE_NOPRECEDE */
  struct group *started; /* access epoch of Win_start; NULL outside */
  struct group *posted;  /* exposure epoch of Win_post; NULL outside */
  const void *opened;    /* where the program opened it; set by the caller */
  const void *locked_at; /* likewise, of one lock; NULL: it has, or had, more */
};

/* The lock that the origin holds on one target; all zero: none. */
struct lock_state {
  uint16_t type : 15; /* 0, MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE */
  uint16_t nocheck : 1;
};

/* Is it a passive one, for flushes and MPI_Win_sync? */
static inline bool epoch_is_passive(const struct epoch *e)
{
  return e->all_locked || e->locked;
}

/* Does it let a fence come? */
static inline bool epoch_takes_fence(const struct epoch *e)
{
  return !epoch_is_passive(e) && !e->started && !e->posted;
}

/* Each checks that the call is legal now and makes its transition. `window`
 * is for messages. Groups are referenced, not consumed. */
int epoch_fence(struct epoch *, int assertion,
                const struct window_view *window);
int epoch_start(struct epoch *, struct group *,
                const struct window_view *window);
int epoch_complete(struct epoch *, const struct window_view *window);
int epoch_post(struct epoch *, struct group *, const struct lock_state *own,
               const struct window_view *window);
/* Win_wait and Win_test: is there an exposure epoch to end? */
int epoch_exposed(const struct epoch *, const struct window_view *window);
/* The exposure epoch has ended. */
void epoch_unexpose(struct epoch *);
/* `own`: the target is the rank itself. */
int epoch_lock(struct epoch *, struct lock_state *, int target, bool own,
               int type, int assertion, const struct window_view *window);
int epoch_unlock(struct epoch *, struct lock_state *, int target,
                 const struct window_view *window);
int epoch_lock_all(struct epoch *, const struct window_view *window);
int epoch_unlock_all(struct epoch *, const struct window_view *window);
/* Flushes and Win_sync: in a passive epoch (to this target)? */
int epoch_passive(const struct epoch *, const struct window_view *window);
int epoch_flush(const struct epoch *, const struct lock_state *, int target,
                const struct window_view *window);
/* An operation to `target` of a window of these members; request-based ones
 * only in passive epochs. Marks a fence as used. */
int epoch_operation(struct epoch *, const struct lock_state *, int target,
                    const struct group *members, bool request_based,
                    const struct window_view *window);
/* Win_free. */
int epoch_free(const struct epoch *, const struct window_view *window);

#endif
