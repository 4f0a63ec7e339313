/* What threads of a rank have issued, and who knows that it is complete.
 *
 * A flush completes what its strand knows of, and each strand learns of that by
 * a call of its own, which stamps the batches anew; so they are kept as long as
 * something of them is recorded. What a strand has issued is in the order of
 * ticks: a flush looks at what came since the last one of its strand, as far as
 * it knows of that, and at other strands' only if it has learnt anything since.
 * So threads that do not tell each other anything cost each other nothing. A
 * stamp takes a look at all that the batch has, so what nothing is recorded of
 * gets none. */
#include "done.h"
#include "batch.h"

#include "../map.h"
#include "../memory.h"
#include "../search.h"

#include <stdlib.h>

enum { FEW = 8, LOOK_BACK = 64 };

struct entry {
  struct batch *batch;
  struct stamp last; /* its last operation */
  int buffers;
};

/* Flushes that complete locally only look for themselves. */
enum { HERE, THERE, LOOKS };

/* By one strand; to the first `met` ones others' flushes have come, and at the
 * first `seen` ones its own have looked. */
struct issued {
  int strand, count, size, met, seen[LOOKS];
  struct entry *list;
  struct issued *next; /* of those with more than these */
};

/* The last flush of a strand: its tick, and what it knew of others. */
struct look {
  uint32_t tick; /* 0: there was none */
  struct clock known;
};

struct mark {
  int strand;
  struct look looks[LOOKS];
};

struct done {
  int count, size; /* entries, and how many may be until they are swept */
  struct map issued, marks; /* struct issued, struct mark by strand */
  struct issued *unmet;
};

/* Nothing is recorded of its operations any more. */
static bool is_dead(const struct entry *e)
{
  return batch_local(e->batch) && e->batch->references == 1;
}

static void issued_sweep(struct issued *by)
{
  int kept = 0;
  struct issued now = *by;
  for (int i = 0; i < by->count; i++) {
    struct entry e = by->list[i];
    if (is_dead(&e)) {
      batch_unref(e.batch);
      now.met -= i < by->met;
      now.seen[HERE] -= i < by->seen[HERE];
      now.seen[THERE] -= i < by->seen[THERE];
      now.count--;
      continue;
    }
    by->list[kept++] = e;
  }
  *by = now;
}

static void sweep(struct done *d)
{
  d->count = 0;
  d->unmet = NULL;
  for (uint32_t i = 0; i < d->issued.count; i++) {
    struct issued *by = d->issued.entries[i].value;
    issued_sweep(by);
    d->count += by->count;
    if (by->met == by->count) continue;
    by->next = d->unmet;
    d->unmet = by;
  }
}

static struct issued *issued_by(struct done *d, int strand)
{
  void **at = map_place(&d->issued, (uint64_t)strand);
  struct issued *by = *at;
  if (by) return by;
  *at = by = xmalloc(sizeof *by);
  *by = (struct issued){.strand = strand};
  return by;
}

void done_add(struct done **at, struct batch *g, struct stamp last, int buffers)
{
  if (!*at) *at = xcalloc(1, sizeof **at);
  struct done *d = *at;
  if (d->count == d->size) {
    sweep(d);
    if (2 * d->count >= d->size) d->size = d->size ? 2 * d->size : 4;
  }
  struct issued *by = issued_by(d, last.strand);
  if (by->met == by->count) {
    by->next = d->unmet;
    d->unmet = by;
  }
  GROW(by->list, by->count, by->size, 4);
  by->list[by->count++] = (struct entry){g, last, buffers};
  d->count++;
}

static struct mark *mark_of(struct done *d, int strand)
{
  void **at = map_place(&d->marks, (uint64_t)strand);
  struct mark *m = *at;
  if (m) return m;
  *at = m = xmalloc(sizeof *m);
  *m = (struct mark){.strand = strand};
  return m;
}

/* A strand's first look: what it need not look at, since one that it knows of
 * has. Those that came last are the likely ones. */
static void look_begin(const struct done *d, struct look *l, int which,
                       const struct viewer *v)
{
  for (uint32_t i = 1; i <= d->marks.count && i <= LOOK_BACK; i++) {
    const struct mark *m = d->marks.entries[d->marks.count - i].value;
    const struct look *other = &m->looks[which];
    struct stamp flush = {m->strand, other->tick};
    if (!viewer_knows(v, flush)) continue;
    l->known = clock_copy(&other->known);
    flush.tick--; /* what it issued at that tick may have come later */
    if (flush.tick) clock_note(&l->known, flush);
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
  if (remotely) batch_complete_remotely(e->batch, now);
}

/* From number `i` on, as far as the viewer knows; returns how far that is. */
static int issued_learn(const struct issued *by, int i, const struct viewer *v,
                        struct completion *now, bool remotely)
{
  for (; i < by->count && viewer_knows(v, by->list[i].last); i++)
    learn(&by->list[i], now, remotely);
  return i;
}

static void others_learn(const struct issued *by, const struct look *l,
                         const struct viewer *v, struct completion *now,
                         bool remotely)
{
  int i =
      SEARCH_LEADING(by->count, k, clock_knows(&l->known, by->list[k].last));
  issued_learn(by, i, v, now, remotely);
}

/* A flush of the viewer's has come to what others have issued. */
static void meet(struct done *d, const struct viewer *v)
{
  struct issued *own = NULL, *next;
  for (struct issued *by = d->unmet; by; by = next) {
    next = by->next;
    if (by->strand == v->own.strand) {
      own = by;
      continue;
    }
    for (; by->met < by->count; by->met++)
      if (!viewer_knows(v, by->list[by->met].last))
        by->list[by->met].batch->missed = true;
  }
  d->unmet = own;
  if (own) own->next = NULL;
}

static bool is_same(const struct clock *a, const struct clock *b)
{
  return a->base == b->base && a->news == b->news;
}

static void look(struct done *d, struct look *l, const struct viewer *v,
                 struct completion *now, bool remotely)
{
  int strand = v->own.strand;
  struct issued *own = map_find(&d->issued, (uint64_t)strand);
  int *seen = own ? &own->seen[remotely ? THERE : HERE] : NULL;
  if (own) *seen = issued_learn(own, *seen, v, now, remotely);
  l->tick = now->stamp.tick;
  if (is_same(&l->known, v->past)) return;
  for (uint32_t i = 0; i < d->issued.count; i++) {
    struct issued *by = d->issued.entries[i].value;
    if (by != own) others_learn(by, l, v, now, remotely);
  }
  clock_drop(&l->known);
  l->known = clock_copy(v->past);
}

void done_learn(struct done **at, struct completion *now, bool remotely)
{
  struct done *d = *at;
  if (!d) return;
  struct viewer v = strand_viewer(check_strand_of(now->stamp.strand));
  int which = remotely ? THERE : HERE;
  struct look *l = &mark_of(d, now->stamp.strand)->looks[which];
  if (!l->tick) look_begin(d, l, which, &v);
  look(d, l, &v, now, remotely);
  meet(d, &v);
  if (d->count > FEW) return;
  sweep(d);
  if (!d->count) done_forget(at, 0);
}

struct batch *done_take(struct done **at, struct completion *now)
{
  struct done *d = *at;
  struct batch *first = NULL, **end = &first;
  for (uint32_t i = 0; d && i < d->issued.count; i++) {
    struct issued *by = d->issued.entries[i].value;
    for (int k = 0; k < by->count; k++) {
      struct entry *e = &by->list[k];
      locally(e, now);
      if (e->batch->remote) {
        batch_unref(e->batch);
      } else {
        *end = e->batch;
        end = &e->batch->next;
      }
    }
    by->count = 0;
  }
  *end = NULL;
  done_forget(at, 0);
  return first;
}

void done_forget(struct done **at, int rank)
{
  struct done *d = *at;
  if (!d) return;
  for (uint32_t i = 0; i < d->issued.count; i++) {
    struct issued *by = d->issued.entries[i].value;
    for (int k = 0; k < by->count; k++)
      batch_drop(by->list[k].batch, by->list[k].buffers, rank);
    free(by->list);
    free(by);
  }
  for (uint32_t i = 0; i < d->marks.count; i++) {
    struct mark *m = d->marks.entries[i].value;
    for (int k = 0; k < LOOKS; k++)
      clock_drop(&m->looks[k].known);
    free(m);
  }
  map_clear(&d->issued);
  map_clear(&d->marks);
  free(d);
  *at = NULL;
}
