/* Intervals of addresses, which may overlap, in the order of their addresses.
 *
 * They are part of what has them; `from` and `to` do not change meanwhile. All
 * zero is none. Intervals without a byte are not kept. */
#ifndef ORIEL_CHECK_INTERVALS_H
#define ORIEL_CHECK_INTERVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct interval {
  const char *from, *to; /* [from, to) */
  /* intervals.c's */
  struct interval *left, *right;
  const char *reach;      /* the last end in this subtree ... */
  const char *reach_open; /* ... of open ones; NULL: there are none */
  uint64_t number, priority;
  bool closed;
};

struct intervals {
  struct interval *root;
  const char *from; /* of the first */
};

void intervals_add(struct intervals *, struct interval *);
void intervals_remove(struct intervals *, const struct interval *);
/* The first that shares a byte with [from, to), and comes after `after` if that
 * is not NULL; or NULL. */
struct interval *intervals_next(const struct intervals *,
                                const struct interval *after, const char *from,
                                const char *to);

/* Who looks for open ones passes over those that are closed together; at first
 * an interval is open. */
void intervals_close(struct intervals *, struct interval *, bool closed);
/* The first open one that shares a byte with [from, to), or NULL. */
struct interval *intervals_open_in(const struct intervals *, const char *from,
                                   const char *to);

/* Most memory is in none, and most of that is elsewhere. */
static inline struct interval *intervals_in(const struct intervals *all,
                                            const char *from, const char *to)
{
  const struct interval *root = all->root;
  if (!root || from >= root->reach || to <= all->from) return NULL;
  return intervals_next(all, NULL, from, to);
}

#endif
