/* The cycle of a deadlock.
 *
 * A strand waits for another one, as for a mutex, or for a rank, as for a
 * message. Of a rank with several strands any may do what is waited for, but
 * those that wait for others of it, as at a barrier. So a wait for it leads on
 * only if it is known of all but these whom they wait for: then all are stuck,
 * and the first one of which that is known stands for them. Invariant: the
 * waiters of a rank are next to each other. */
#include "cycle.h"

#include "../../model/memory.h"

#include <stdio.h>
#include <stdlib.h>

enum { NONE = -1, SHOWN = 16 };

/* Where the waiters of each rank begin; NONE: it has none. */
static int *firsts_of(const struct waiter *w, int n)
{
  int p = ranks_count();
  int *first = xmalloc((size_t)p * sizeof *first);
  for (int i = 0; i < p; i++)
    first[i] = NONE;
  for (int i = n - 1; i >= 0; i--)
    first[w[i].rank] = i;
  return first;
}

static bool known(const struct whom *whom)
{
  return whom->strand || whom->rank >= 0;
}

/* For some other strand of its rank? Ranks that share memory may wake each
 * other's. */
static bool waits_beside(const struct waiter *w)
{
  return w->whom.beside && !w->strand->rank->in_step;
}

/* Whom a strand waits for that waits for some other one of its rank: the only
 * one that does not. */
static int only_beside(const struct waiter *w, int n, int at, int me)
{
  int found = NONE;
  if (!waits_beside(&w[me])) return NONE;
  for (int i = at; i < n && w[i].rank == w[me].rank; i++) {
    if (waits_beside(&w[i])) continue;
    if (found != NONE) return NONE;
    found = i;
  }
  return found;
}

/* Who stands for the rank whose waiters begin at `at`. */
static int stands_for(const struct waiter *w, int n, int at)
{
  int rank = at == NONE ? NONE : w[at].rank, found = NONE;
  for (int i = at; i != NONE && i < n && w[i].rank == rank; i++) {
    bool leads = known(&w[i].whom) || only_beside(w, n, at, i) != NONE;
    if (!leads && !waits_beside(&w[i])) return NONE;
    if (leads && found == NONE) found = i;
  }
  return found;
}

static int strand_at(const struct waiter *w, int n, int at,
                     const struct strand *s)
{
  for (int i = at; i != NONE && i < n && w[i].rank == s->rank->id; i++)
    if (w[i].strand == s) return i;
  return NONE;
}

/* For each waiter, whom it waits for. */
static int *nexts_of(const struct waiter *w, int n)
{
  int *first = firsts_of(w, n);
  int *next = xmalloc((size_t)(n + 1) * sizeof *next);
  for (int i = 0; i < n; i++) {
    const struct strand *s = w[i].whom.strand;
    if (s)
      next[i] = strand_at(w, n, first[s->rank->id], s);
    else if (w[i].whom.rank >= 0)
      next[i] = stands_for(w, n, first[w[i].whom.rank]);
    else
      next[i] = only_beside(w, n, first[w[i].rank], i);
  }
  free(first);
  return next;
}

static int name(const struct waiter *w, char *text)
{
  if (w->thread == NONE) return sprintf(text, "rank %d", w->rank);
  return sprintf(text, "rank %d, thread %d", w->rank, w->thread);
}

static char *cycle_text(const struct waiter *w, const int *next, int first)
{
  char *text = xmalloc((SHOWN + 4) * 48), *end = text;
  int at = first, shown = 0;
  do {
    if (shown++ < SHOWN) {
      end += name(&w[at], end);
      end += sprintf(end, " -> ");
    }
    at = next[at];
  } while (at != first);
  if (shown > SHOWN)
    end += sprintf(end, "... (%d %s) -> ", shown,
                   w[first].thread == NONE ? "ranks" : "waits");
  name(&w[first], end);
  return text;
}

char *cycle_line(const struct waiter *w, int n)
{
  int *next = nexts_of(w, n), *seen = xcalloc(n + 1, sizeof *seen);
  char *text = NULL;
  for (int i = 0; i < n && !text; i++) {
    int at = i;
    while (at != NONE && !seen[at]) {
      seen[at] = i + 1;
      at = next[at];
    }
    if (at != NONE && seen[at] == i + 1) text = cycle_text(w, next, at);
  }
  free(next);
  free(seen);
  return text;
}
