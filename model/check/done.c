/* What threads of a rank have issued, and who knows that it is complete.
 *
 * A flush completes what its strand knows of, and each strand learns of that by
 * a call of its own, which stamps the batches anew; so they are kept as long as
 * something of them is recorded. Each batch costs each strand one look, when
 * its flush comes to it, and what it does not know of then waits until it does,
 * by the strand that issued it. A stamp takes a look at all that the batch has,
 * so what nothing is recorded of gets none. Invariant: of one strand all lists
 * are in the order of ticks, so that who does not know of the first knows of
 * none. */
#include "done.h"
#include "batch.h"

#include "../memory.h"

#include <stdlib.h>

enum { FEW = 8, LOOK_BACK = 64 };

struct entry {
  struct batch *batch;
  struct stamp last; /* its last operation */
  int buffers;
};

struct entries {
  int first, count, size; /* those from the first on are there */
  struct entry *list;
};

/* Of the batches of one strand, those that another one's flushes came to before
 * it knew of them. */
struct missed {
  int strand;
  struct entries entries;
};

/* How far flushes of a strand have come, the last of them at that tick. */
struct look {
  uint32_t tick; /* 0: there was none */
  int at, count;
  struct missed *missed;
};

/* Flushes that complete locally only look for themselves. */
enum { HERE, THERE, LOOKS };
struct mark {
  int strand;
  struct look looks[LOOKS];
};

struct done {
  struct entries all;
  int mark_count;
  struct mark *marks; /* those that came last are the likely ones */
};

static void grow(struct entries *e)
{
  e->size = e->size ? 2 * e->size : 4;
  e->list = xrealloc(e->list, e->size * sizeof *e->list);
}

static void add(struct entries *to, struct entry e)
{
  if (to->count == to->size) grow(to);
  to->list[to->count++] = e;
}

/* Nothing is recorded of its operations any more. */
static bool is_dead(const struct entry *e)
{
  return batch_local(e->batch) && e->batch->references == 1;
}

static void without_dead(struct entries *from)
{
  int kept = 0;
  for (int i = from->first; i < from->count; i++)
    if (!is_dead(&from->list[i])) from->list[kept++] = from->list[i];
  from->first = 0;
  from->count = kept;
}

/* `kept`: how many are, in front of each place. */
static void look_without_dead(struct look *l, const int *kept)
{
  l->at = kept[l->at];
  for (int i = 0; i < l->count; i++)
    without_dead(&l->missed[i].entries);
}

static void sweep(struct done *d)
{
  struct entries *all = &d->all;
  int *kept = xmalloc((all->count + 1) * sizeof *kept);
  kept[0] = 0;
  for (int i = 0; i < all->count; i++)
    kept[i + 1] = kept[i] + !is_dead(&all->list[i]);
  if (kept[all->count] < all->count)
    for (int i = 0; i < LOOKS * d->mark_count; i++)
      look_without_dead(&d->marks[i / LOOKS].looks[i % LOOKS], kept);
  int count = kept[all->count];
  for (int i = 0; i < all->count; i++)
    if (kept[i + 1] > kept[i])
      all->list[kept[i]] = all->list[i];
    else
      batch_unref(all->list[i].batch);
  all->count = count;
  free(kept);
}

void done_add(struct done **at, struct batch *g, struct stamp last, int buffers)
{
  if (!*at) *at = xcalloc(1, sizeof **at);
  struct done *d = *at;
  if (d->all.count == d->all.size) {
    sweep(d);
    if (2 * d->all.count >= d->all.size) grow(&d->all);
  }
  add(&d->all, (struct entry){g, last, buffers});
}

static struct mark *mark_of(struct done *d, int strand)
{
  for (int i = d->mark_count; i-- > 0;)
    if (d->marks[i].strand == strand) return &d->marks[i];
  d->marks = xrealloc(d->marks, (d->mark_count + 1) * sizeof *d->marks);
  d->marks[d->mark_count] = (struct mark){.strand = strand};
  return &d->marks[d->mark_count++];
}

static struct entries *missed_of(struct look *l, int strand)
{
  for (int i = 0; i < l->count; i++)
    if (l->missed[i].strand == strand) return &l->missed[i].entries;
  l->missed = xrealloc(l->missed, (l->count + 1) * sizeof *l->missed);
  l->missed[l->count] = (struct missed){.strand = strand};
  return &l->missed[l->count++].entries;
}

/* What it need not look at, since one that it knows of has. */
static void look_on(struct look *l, const struct look *other)
{
  l->at = other->at;
  for (int i = 0; i < other->count; i++) {
    const struct entries *e = &other->missed[i].entries;
    for (int k = e->first; k < e->count; k++)
      add(missed_of(l, other->missed[i].strand), e->list[k]);
  }
}

/* A strand's first look. */
static void look_begin(const struct done *d, struct look *l, int which,
                       const struct viewer *v)
{
  for (int i = 1; i <= d->mark_count && i <= LOOK_BACK; i++) {
    const struct mark *m = &d->marks[d->mark_count - i];
    const struct look *other = &m->looks[which];
    if (!viewer_knows(v, (struct stamp){m->strand, other->tick})) continue;
    look_on(l, other);
    return;
  }
}

static void locally(struct entry *e, struct completion *now)
{
  if (batch_local(e->batch))
    batch_complete_locally(e->batch, now);
  else
    batch_locally(e->batch, e->buffers, now);
}

static void learn(struct entry *e, struct completion *now, bool remotely)
{
  if (is_dead(e)) return;
  locally(e, now);
  if (remotely) complete(&e->batch->remote, now);
}

static void missed_learn(struct look *l, const struct viewer *v,
                         struct completion *now, bool remotely)
{
  for (int i = 0; i < l->count; i++) {
    struct entries *m = &l->missed[i].entries;
    while (m->first < m->count && viewer_knows(v, m->list[m->first].last))
      learn(&m->list[m->first++], now, remotely);
    if (m->first == m->count) m->first = m->count = 0;
  }
}

void done_learn(struct done **at, struct completion *now, bool remotely)
{
  struct done *d = *at;
  if (!d) return;
  struct viewer v = strand_viewer(check_strand_of(now->stamp.strand));
  int which = remotely ? THERE : HERE;
  struct look *l = &mark_of(d, now->stamp.strand)->looks[which];
  if (!l->tick) look_begin(d, l, which, &v);
  l->tick = now->stamp.tick;
  missed_learn(l, &v, now, remotely);
  for (; l->at < d->all.count; l->at++) {
    struct entry *e = &d->all.list[l->at];
    if (viewer_knows(&v, e->last)) {
      learn(e, now, remotely);
    } else if (!is_dead(e)) {
      e->batch->missed = true;
      add(missed_of(l, e->last.strand), *e);
    }
  }
  if (d->all.count > FEW) return;
  sweep(d);
  if (!d->all.count) done_forget(at, 0);
}

struct batch *done_take(struct done **at, struct completion *now)
{
  struct done *d = *at;
  struct batch *first = NULL, **end = &first;
  for (int i = 0; d && i < d->all.count; i++) {
    struct entry *e = &d->all.list[i];
    locally(e, now);
    if (e->batch->remote) {
      batch_unref(e->batch);
    } else {
      *end = e->batch;
      end = &e->batch->next;
    }
  }
  *end = NULL;
  if (d) d->all.count = 0;
  done_forget(at, 0);
  return first;
}

void done_forget(struct done **at, int rank)
{
  struct done *d = *at;
  if (!d) return;
  for (int i = 0; i < d->all.count; i++)
    batch_drop(d->all.list[i].batch, d->all.list[i].buffers, rank);
  for (int i = 0; i < LOOKS * d->mark_count; i++) {
    struct look *l = &d->marks[i / LOOKS].looks[i % LOOKS];
    for (int k = 0; k < l->count; k++)
      free(l->missed[k].entries.list);
    free(l->missed);
  }
  free(d->all.list);
  free(d->marks);
  free(d);
  *at = NULL;
}
