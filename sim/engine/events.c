/* Events: batches of one date each; dates.c has those in order.
 *
 * Ranks that work alike post thousands of events for one date: those are a
 * list, and only its date is put in order. Which list a date has is remembered
 * for the dates posted to last, in a table that forgets; a date that was
 * forgotten gets another batch, which is younger as a whole.
 *
 * Invariants: a batch that `recent` holds has not left, and is the youngest of
 * its date; only the head may be empty, and no other batch is before it. */
#include "events.h"

#include "../../model/memory.h"
#include "../../model/pool.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  CHUNK = 31,            /* calls: half a KiB with its link */
  FORESEE_FROM = 2048,   /* events: what fewer touch is in the caches */
  RECENT_MOST = 1 << 12, /* dates: 64 KiB, which stay in the cache */
};

static struct pool batches = {.size = sizeof(struct batch)};
static struct pool chunks = {.size = (CHUNK + 1) * sizeof(union place)};

/* Empty again, and so large that few dates are forgotten. */
static void recent_grow(struct events *events)
{
  events->room = events->room ? 4 * events->room : 16;
  events->recent_shift = __builtin_clzl(events->room) + 1;
  free(events->recent);
  events->recent = xmalloc(events->room * sizeof *events->recent);
  for (size_t i = 0; i < events->room; i++)
    events->recent[i] = (struct node){NAN, NULL};
}

/* --- batches --- */

static struct node *recent_of(const struct events *events, double date)
{
  uint64_t bits;
  memcpy(&bits, &date, sizeof bits);
  return &events->recent[bits * 0x9e3779b97f4a7c15u >> events->recent_shift];
}

__attribute__((noinline)) static void chunk_add(struct batch *b,
                                                struct coming call)
{
  union place *chunk = pool_take(&chunks);
  b->to->next = chunk;
  b->to = chunk + 1;
  b->room = CHUNK - 1;
  chunk->call = call;
  chunk[CHUNK].foreseen = false;
}

static inline void batch_append(struct batch *b, struct coming call)
{
  b->waiting++;
  if (b->room == 0) {
    chunk_add(b, call);
    return;
  }
  b->room--;
  b->to++->call = call;
}

/* The chunk that calls are taken from is not needed any more. */
static void chunk_free(struct batch *b)
{
  union place *end = b->from + b->ahead;
  if (end != &b->first[1]) pool_give(&chunks, end - CHUNK);
}

static void foresee_chunk(const union place *chunk, unsigned n, int from,
                          int to)
{
  for (int stage = from; stage <= to; stage++)
    foresight_look(&chunk->call, n, stage);
}

/* A chunk begins: the later stages for its calls, the earlier ones for those of
 * the next; all for its own if it is the batch's first. */
static void look_ahead(const struct batch *b, bool first)
{
  enum { EARLY = 1 };
  union place *chunk = b->from, *link = &chunk[CHUNK], *next;
  unsigned n = b->waiting < CHUNK ? b->waiting : CHUNK, more = b->waiting - n;
  if (first) link->foreseen = foresight_scattered(&chunk->call, n);
  if (link->foreseen)
    foresee_chunk(chunk, n, first ? 0 : EARLY + 1, FORESIGHT_STAGES);
  else
    foresight_look(&chunk->call, n, FORESIGHT_ORDERED);
  if (!more) return;
  next = link->next;
  if (more > CHUNK) more = CHUNK;
  next[CHUNK].foreseen = foresight_scattered(&next->call, more);
  if (next[CHUNK].foreseen) foresee_chunk(next, more, 0, EARLY);
}

static bool foresees(const struct events *events)
{
  return events->foresees && events->n > FORESEE_FROM;
}

void events_chunk_end(const struct events *events, struct batch *b)
{
  bool first = b->from == &b->first[1];
  union place *next = b->from->next;
  chunk_free(b);
  b->from = next;
  b->ahead = CHUNK;
  if (foresees(events)) look_ahead(b, first);
}

/* Bring those of the first one's function to the front; how many are they? */
static unsigned alike(struct coming *calls, unsigned n)
{
  unsigned same = 1;
  for (unsigned i = 1; i < n; i++) {
    struct coming call = calls[i];
    if (call.f != calls[0].f) continue;
    calls[i] = calls[same];
    calls[same++] = call;
  }
  return same;
}

/* The first calls of batches whose dates come next: of single events each. */
static void look_at_soon(const struct node *nodes, unsigned n)
{
  struct coming calls[DATES_SOON];
  unsigned all = 0, same;
  for (unsigned i = 0; i < n; i++)
    memory_ask(nodes[i].batch);
  for (unsigned i = 0; i < n; i++)
    if (nodes[i].batch->ahead) calls[all++] = nodes[i].batch->from->call;
  for (unsigned i = 0; i < all; i += same)
    same = alike(calls + i, all - i);
  for (int stage = 0; stage <= FORESIGHT_STAGES; stage++)
    for (unsigned i = 0; i < all; i += same) {
      for (same = 1; i + same < all && calls[i + same].f == calls[i].f;)
        same++;
      foresight_look(calls + i, same, stage);
    }
}

static void batch_free(struct events *events, struct node old)
{
  struct node *recent = recent_of(events, old.date);
  if (recent->batch == old.batch) recent->date = NAN;
  chunk_free(old.batch);
  pool_give(&batches, old.batch);
  events->batches--;
}

static void head_set(struct events *events, struct node node)
{
  if (events->head.batch) batch_free(events, events->head);
  events->head = node;
}

void events_next(struct events *events)
{
  head_set(events, dates_take(&events->dates));
}

/* One is posted for an earlier date. */
__attribute__((noinline)) static void head_return(struct events *events)
{
  if (events->head.batch->waiting)
    dates_return(&events->dates, events->head);
  else
    batch_free(events, events->head);
  events->head.batch = NULL;
}

__attribute__((noinline)) static void batch_new(struct events *events,
                                                double date, struct coming call)
{
  if (events->head.batch && date < events->head.date) head_return(events);
  struct batch *b = pool_take(&batches);
  struct node node = {date, b};
  b->from = b->first;
  b->to = b->first + 1;
  b->waiting = b->ahead = 1;
  b->room = 0;
  b->first[0].call = call;
  events->dates.soon = foresees(events) ? look_at_soon : NULL;
  if (events->batches++ == events->room && events->room < RECENT_MOST)
    recent_grow(events);
  if (events->n > 1)
    dates_add(&events->dates, node);
  else
    head_set(events, node);
  *recent_of(events, date) = node;
}

/* --- the queue --- */

void events_post(struct events *events, double date, void (*f)(void *),
                 void *arg)
{
  struct node *recent = events->room ? recent_of(events, date) : NULL;
  struct coming call = {f, arg};
  events->n++;
  if (recent && recent->date == date)
    batch_append(recent->batch, call);
  else
    batch_new(events, date, call);
}

static bool batch_all(const struct batch *b,
                      bool (*are)(void (*f)(void *), const void *arg))
{
  const union place *place = b->from;
  unsigned ahead = b->ahead;
  for (unsigned left = b->waiting; left; left--, place++, ahead--) {
    if (ahead == 0) {
      place = place->next;
      ahead = CHUNK;
    }
    if (!are(place->call.f, place->call.arg)) return false;
  }
  return true;
}

bool events_all(const struct events *events,
                bool (*are)(void (*f)(void *), const void *arg))
{
  const struct dates *d = &events->dates;
  if (events->head.batch && !batch_all(events->head.batch, are)) return false;
  for (int level = 0; level < DATES_LEVELS; level++)
    for (int i = 0; d->levels >> level & 1 && i < DATES_SLOTS; i++) {
      const struct slot *s = &d->of[level][i];
      for (uint32_t n = s->from; n < s->to; n++)
        if (!batch_all(s->nodes[n].batch, are)) return false;
    }
  return true;
}
