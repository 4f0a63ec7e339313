/* What flushes have completed at a rank with threads.
 *
 * Each strand learns of it by a call of its own, which stamps the batches anew;
 * so they are kept as long as something of them is recorded. Invariant: they
 * are in the order in which they came, and a strand has learnt of all in front
 * of its mark, so that each batch costs each strand one look. */
#include "done.h"

#include "../memory.h"

#include <stdlib.h>

enum { FEW = 8 };

struct mark {
  int strand, at;
  int here; /* in front of it, that they are locally complete; at least `at` */
};

struct done {
  int count, size, mark_count;
  struct batch **list;
  struct mark *marks; /* those that came last are the likely ones */
};

/* Lets go of those of whose operations nothing is recorded any more. */
static void sweep(struct done *d)
{
  int kept = 0;
  for (int i = d->count; i-- > 0;) {
    if (d->list[i]->references > 1) continue;
    batch_unref(d->list[i]);
    d->list[i] = NULL;
    for (int k = 0; k < d->mark_count; k++) {
      d->marks[k].at -= d->marks[k].at > i;
      d->marks[k].here -= d->marks[k].here > i;
    }
  }
  for (int i = 0; i < d->count; i++)
    if (d->list[i]) d->list[kept++] = d->list[i];
  d->count = kept;
}

static void make_room(struct done *d)
{
  if (d->count < d->size) return;
  sweep(d);
  if (2 * d->count < d->size) return;
  d->size = d->size ? 2 * d->size : 4;
  d->list = xrealloc(d->list, d->size * sizeof *d->list);
}

void done_add(struct done **at, struct batch *g)
{
  if (!*at) *at = xcalloc(1, sizeof **at);
  struct done *d = *at;
  make_room(d);
  d->list[d->count++] = g;
}

static struct mark *mark_of(struct done *d, int strand)
{
  for (int i = d->mark_count; i-- > 0;)
    if (d->marks[i].strand == strand) return &d->marks[i];
  d->marks = xrealloc(d->marks, (d->mark_count + 1) * sizeof *d->marks);
  d->marks[d->mark_count] = (struct mark){strand, 0, 0};
  return &d->marks[d->mark_count++];
}

void done_learn(struct done **at, struct completion *now)
{
  struct done *d = *at;
  if (!d) return;
  struct mark *mark = mark_of(d, now->stamp.strand);
  for (; mark->at < d->count; mark->at++) {
    struct batch *g = d->list[mark->at];
    complete(&g->local, now);
    complete(&g->remote, now);
  }
  if (mark->here < mark->at) mark->here = mark->at;
  if (d->count > FEW) return;
  sweep(d);
  if (!d->count) done_forget(at);
}

void done_learn_here(struct done *d, struct completion *now)
{
  if (!d) return;
  struct mark *mark = mark_of(d, now->stamp.strand);
  for (; mark->here < d->count; mark->here++)
    complete(&d->list[mark->here]->local, now);
}

void done_forget(struct done **at)
{
  struct done *d = *at;
  if (!d) return;
  for (int i = 0; i < d->count; i++)
    batch_unref(d->list[i]);
  free(d->list);
  free(d->marks);
  free(d);
  *at = NULL;
}
