/* Events: batches of one date each, in a heap of dates.
 *
 * Ranks that work alike post thousands of events for one date: those are a
 * list, and only its date is in the heap. Which list a date has is remembered
 * for the dates posted to last, in a table that forgets; a date that was
 * forgotten gets another batch, which is younger as a whole. The heap has four
 * children per node, which lie in one cache line.
 *
 * Invariants: no batch is before its parent, by (date, age); a batch that
 * `recent` holds is in the heap, and the youngest of its date; only the first
 * of the heap may be empty. */
#include "events.h"

#include "../model/memory.h"
#include "../model/pool.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  CHUNK = 31, /* calls: half a KiB with its link */
  LINE = 64,  /* bytes */
};

static struct pool batches = {.size = sizeof(struct batch)};
static struct pool chunks = {.size = (CHUNK + 1) * sizeof(union place)};

/* --- the heap --- */

static bool before(const struct node *a, const struct node *b)
{
  if (a->date != b->date) return a->date < b->date;
  return a->batch->age < b->batch->age;
}

static void sift_up(struct node *heap, size_t i, struct node node)
{
  while (i > 0) {
    size_t parent = (i - 1) / 4;
    if (!before(&node, &heap[parent])) break;
    heap[i] = heap[parent];
    i = parent;
  }
  heap[i] = node;
}

static size_t first_of(const struct node *heap, size_t from, size_t to)
{
  size_t least = from;
  for (size_t c = from + 1; c < to; c++)
    if (before(&heap[c], &heap[least])) least = c;
  return least;
}

/* The same of four, without a branch where their dates differ. */
static size_t first_of_four(const struct node *heap, size_t c)
{
  double a = heap[c].date, b = heap[c + 1].date;
  double d = heap[c + 2].date, e = heap[c + 3].date;
  size_t low = c + (b < a), high = c + 2 + (e < d);
  double x = b < a ? b : a, y = e < d ? e : d;
  if (a == b || d == e || x == y) return first_of(heap, c, c + 4);
  return y < x ? high : low;
}

/* Let the hole at the root sink to a leaf, and `node`, which was a leaf, rise
 * from there: it seldom rises far. */
static void sift_down(struct node *heap, size_t n, struct node node)
{
  size_t i = 0, child;
  while ((child = 4 * i + 1) + 3 < n) {
    child = first_of_four(heap, child);
    heap[i] = heap[child];
    i = child;
  }
  if (child < n) {
    child = first_of(heap, child, n);
    heap[i] = heap[child];
    i = child;
  }
  sift_up(heap, i, node);
}

/* Children i * 4 + 1 .. i * 4 + 4 in one line: the root ends the first one. */
static struct node *heap_new(size_t room)
{
  char *memory = aligned_alloc(LINE, LINE + room * sizeof(struct node));
  if (!memory) xmalloc((size_t)-1); /* out of memory, says so */
  return (struct node *)(memory + LINE) - 1;
}

static void heap_free(struct node *heap)
{
  if (heap) free((char *)(heap + 1) - LINE);
}

/* The table grows with it, so that few dates are forgotten, and is empty then.
 */
static void heap_grow(struct events *events)
{
  struct node *old = events->heap;
  events->room = events->room ? 4 * events->room : 16;
  events->recent_shift = __builtin_clzl(events->room) + 1;
  free(events->recent);
  events->recent = xmalloc(events->room * sizeof *events->recent);
  for (size_t i = 0; i < events->room; i++)
    events->recent[i] = (struct node){NAN, NULL};
  events->heap = heap_new(events->room);
  if (events->dates)
    memcpy(events->heap, old, events->dates * sizeof *events->heap);
  heap_free(old);
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

void events_chunk_end(const struct events *events, struct batch *b)
{
  bool first = b->from == &b->first[1];
  union place *next = b->from->next;
  chunk_free(b);
  b->from = next;
  b->ahead = CHUNK;
  if (events->foresees) look_ahead(b, first);
}

void events_batch_end(struct events *events)
{
  struct batch *b = events->heap[0].batch;
  struct node *recent = recent_of(events, events->heap[0].date);
  if (recent->batch == b) recent->date = NAN;
  chunk_free(b);
  pool_give(&batches, b);
  size_t n = --events->dates;
  if (n) sift_down(events->heap, n, events->heap[n]);
}

__attribute__((noinline)) static void batch_new(struct events *events,
                                                double date, struct coming call)
{
  bool first = events->dates && date < events->heap[0].date;
  if (first) events_first(events); /* an empty one must not become second */
  struct batch *b = pool_take(&batches);
  struct node node = {date, b};
  b->age = events->made++;
  b->from = b->first;
  b->to = b->first + 1;
  b->waiting = b->ahead = 1;
  b->room = 0;
  b->first[0].call = call;
  if (events->dates == events->room) heap_grow(events);
  sift_up(events->heap, events->dates++, node);
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

double events_head(struct events *events)
{
  return events_first(events) ? events->heap[0].date : HUGE_VAL;
}

void events_free(struct events *events)
{
  struct event event;
  while (events_pop(events, HUGE_VAL, &event))
    ;
  if (events->dates) events_batch_end(events);
  heap_free(events->heap);
  free(events->recent);
  *events = (struct events){0};
}
