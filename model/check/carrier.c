/* What carries order from strand to strand: messages, locks, meetings.
 *
 * A carrier holds the join of what was released to it. One of many known
 * releases is a meeting: it collects by strand and becomes a base that all who
 * acquire share. Invariant: a carrier is in the table from its first release
 * until it is forgotten, or until the last acquire that it was told of. */
#include "strand.h"

#include "../memory.h"

#include <stdlib.h>

enum { MEETING_MIN = 4 };

struct carrier {
  struct observed_carrier key;
  struct clock past;
  struct clock_meeting *meeting;    /* NULL: none, or it is over */
  int released, acquired, acquires; /* acquires: expected; 0: not known */
  struct carrier *next;             /* in its slot */
};

static struct carrier **slots;
static size_t mask, count; /* mask + 1 slots */

static size_t slot_of(struct observed_carrier key)
{
  uint64_t h = (uint64_t)(uintptr_t)key.object * 0x9e3779b97f4a7c15u;
  h = (h ^ key.number) * 0xff51afd7ed558ccdu;
  return (size_t)(h >> 24) & mask;
}

static void grow(void)
{
  struct carrier **old = slots;
  size_t n = old ? mask + 1 : 0;
  mask = n ? 2 * n - 1 : 63;
  slots = xcalloc(mask + 1, sizeof *slots);
  for (size_t i = 0; i < n; i++)
    while (old[i]) {
      struct carrier *c = old[i];
      size_t slot = slot_of(c->key);
      old[i] = c->next;
      c->next = slots[slot];
      slots[slot] = c;
    }
  free(old);
}

/* The place that points to it, or to the end of its slot. */
static struct carrier **find(struct observed_carrier key)
{
  struct carrier **at = &slots[slot_of(key)];
  while (*at &&
         ((*at)->key.object != key.object || (*at)->key.number != key.number))
    at = &(*at)->next;
  return at;
}

static struct carrier *made(struct observed_carrier key)
{
  if (!slots || count > mask) grow();
  struct carrier **at = find(key);
  if (*at) return *at;
  *at = xcalloc(1, sizeof **at);
  (*at)->key = key;
  count++;
  return *at;
}

/* All have come, or nobody waits for the others. */
static void end_meeting(struct carrier *c)
{
  if (!c->meeting) return;
  struct clock met = clock_meeting_end(c->meeting);
  c->meeting = NULL;
  clock_join(&c->past, &met);
  clock_drop(&met);
}

static void forget(struct carrier **at)
{
  struct carrier *c = *at;
  *at = c->next;
  end_meeting(c);
  clock_drop(&c->past);
  free(c);
  count--;
}

void carrier_forget(struct observed_carrier key)
{
  if (!slots) return;
  struct carrier **at = find(key);
  if (*at) forget(at);
}

void carrier_release(struct check_strand *s, const struct observed_order *o)
{
  struct carrier *c = made(o->carrier);
  struct stamp own = {s->id, s->now};
  if (o->kind == OBSERVED_REPLACE) clock_drop(&c->past);
  if (o->releases >= MEETING_MIN && c->released == 0)
    c->meeting = clock_meeting_new();
  c->released++;
  c->acquires = o->acquires;
  if (c->meeting) {
    clock_meeting_join(c->meeting, &s->past, own);
  } else {
    clock_join(&c->past, &s->past);
    clock_note(&c->past, own);
  }
  s->now++;
  if (c->released == o->releases) end_meeting(c);
}

void carrier_acquire(struct check_strand *s, const struct observed_order *o)
{
  if (!slots) return;
  struct carrier **at = find(o->carrier), *c = *at;
  if (!c) return;
  end_meeting(c);
  clock_join(&s->past, &c->past);
  if (s->past.base == c->past.base)
    clock_base_adopted(&s->past, (struct stamp){s->id, s->now});
  if (++c->acquired == c->acquires) forget(at);
}

const struct clock *carrier_past(struct observed_carrier key)
{
  struct carrier *c = slots ? *find(key) : NULL;
  if (!c) return NULL;
  end_meeting(c);
  return &c->past;
}
