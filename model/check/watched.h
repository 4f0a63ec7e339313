/* What the rules of epochs remember of each window. */
#ifndef ORIEL_CHECK_WATCHED_H
#define ORIEL_CHECK_WATCHED_H

#include "clock_base.h"
#include "spot.h"

#include "../map.h"

struct window;

enum { FENCES_KEPT = 2 }; /* ranks are at most one fence apart */

/* What was said or done at a fence or post of a number. */
struct promise {
  unsigned number; /* 0: nothing */
  struct spot by;
};

/* What each operation of a fence epoch asks for is one cache line. */
struct watched_member {
  _Alignas(64) struct promise fenced, other; /* locked.c's: operations, by fence
                                                epoch */
  struct promise noput[FENCES_KEPT];         /* by the fence's number */
  struct promise posted; /* with NOPUT; its number is that of the epoch */
  unsigned posts;        /* exposure epochs begun */
  bool other_locks;      /* the other operation is of a lock, not of a start */
};

/* What the first rank to call a fence said of it. */
struct watched_fence {
  unsigned number;
  int assertion;
  struct spot by;
};

/* Origin and target: how often each has named the other. */
struct watched_pair {
  int origin, target;
  unsigned starts, posts;
  struct spot start, post; /* the last ones */
  struct stamp posted;     /* the last post with MPI_MODE_NOCHECK */
};

struct watched {
  int freed;        /* members that have called MPI_Win_free */
  struct map pairs; /* struct watched_pair */
  struct watched_fence fences[FENCES_KEPT];
  struct watched_member members[]; /* by rank in the window */
};

/* After the rules that use it, which so see a window's last call. */
void watched_open(void);
struct watched *watched_of(const struct window *);
struct watched_pair *watched_pair(const struct window *, int origin,
                                  int target);
/* All windows that live, in the order in which they were first seen. */
void watched_each(void (*)(const struct window *, struct watched *, void *arg),
                  void *arg);

#endif
