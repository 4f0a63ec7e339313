/* Dates to come: a radix heap. */
#include "dates.h"

#include "../../model/memory.h"
#include "../../model/pool.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4 };

static uint64_t key_of(double date)
{
  uint64_t key;
  date += 0.0; /* -0 is 0 */
  memcpy(&key, &date, sizeof key);
  return key;
}

/* --- slots --- */

static size_t bytes(uint32_t room)
{
  return room * sizeof(struct node);
}

static void slot_grow(struct slot *s)
{
  uint32_t room = s->room ? 2 * s->room : ROOM;
  struct node *nodes = pool_take_bytes(bytes(room));
  if (s->nodes) memcpy(nodes, s->nodes, bytes(s->to));
  pool_give_bytes(s->nodes, bytes(s->room));
  s->nodes = nodes;
  s->room = room;
}

static void slot_add(struct slot *s, struct node node)
{
  if (s->to == s->room) slot_grow(s);
  if (s->to == s->from || node.date < s->least) s->least = node.date;
  s->nodes[s->to++] = node;
}

/* A small one keeps its memory. */
static void slot_clear(struct slot *s)
{
  s->from = s->to = 0;
  if (s->room <= ROOM) return;
  pool_give_bytes(s->nodes, bytes(s->room));
  s->nodes = NULL;
  s->room = 0;
}

/* --- all --- */

static struct slot *put(struct dates *d, struct node node)
{
  uint64_t key = key_of(node.date), differs = key ^ d->last;
  int level = differs ? (63 - __builtin_clzl(differs)) / DATES_DIGIT : 0;
  int digit = key >> level * DATES_DIGIT & (DATES_SLOTS - 1);
  if (!d->of[level]) d->of[level] = xcalloc(DATES_SLOTS, sizeof(struct slot));
  slot_add(&d->of[level][digit], node);
  d->slots[level] |= (uint64_t)1 << digit;
  d->levels |= 1u << level;
  return &d->of[level][digit];
}

static int first_slot(const struct dates *d, int level)
{
  return __builtin_ctzl(d->slots[level]);
}

static void unmark(struct dates *d, int level, int digit)
{
  d->slots[level] &= ~((uint64_t)1 << digit);
  if (!d->slots[level]) d->levels &= ~(1u << level);
}

/* The nodes of a level's first slot go where they belong now. */
static void move(struct dates *from, int level, struct dates *to)
{
  int digit = first_slot(from, level);
  struct slot *s = &from->of[level][digit];
  for (uint32_t i = s->from; i < s->to; i++)
    put(to, s->nodes[i]);
  slot_clear(s);
  unmark(from, level, digit);
}

static void levels_free(struct dates *d)
{
  for (int level = 0; level < DATES_LEVELS; level++) {
    struct slot *slots = d->of[level];
    for (int i = 0; slots && i < DATES_SLOTS; i++)
      pool_give_bytes(slots[i].nodes, bytes(slots[i].room));
    free(slots);
  }
}

/* One is earlier than what has left: begin anew from there. */
__attribute__((noinline)) static void go_back(struct dates *d, uint64_t key)
{
  struct dates old = *d;
  *d = (struct dates){.last = key, .soon = d->soon};
  while (old.levels)
    move(&old, __builtin_ctz(old.levels), d);
  levels_free(&old);
}

void dates_add(struct dates *d, struct node node)
{
  uint64_t key = key_of(node.date);
  if (!d->levels) d->last = 0;
  if (key < d->last) go_back(d, key);
  put(d, node);
}

double dates_first(const struct dates *d)
{
  if (!d->levels) return HUGE_VAL;
  int level = __builtin_ctz(d->levels);
  return d->of[level][first_slot(d, level)].least;
}

/* If they are few they leave before many others come. */
static void tell(struct dates *d, const struct slot *s)
{
  if (s->to - s->from > DATES_SOON) return;
  for (uint32_t i = s->from; i < s->to; i++)
    if (s->nodes[i].date > d->told) d->told = s->nodes[i].date;
  d->soon(s->nodes + s->from, s->to - s->from);
}

/* Its least is the first of all: the nodes go down. */
static void spread(struct dates *d, int level, const struct slot *s)
{
  d->last = key_of(s->least);
  if (d->soon && s->least > d->told) tell(d, s);
  move(d, level, d);
}

struct node dates_take(struct dates *d)
{
  int level = __builtin_ctz(d->levels), digit = first_slot(d, level);
  struct slot *s = &d->of[level][digit];
  if (level > 0 && s->to - s->from > 1) {
    spread(d, level, s);
    level = 0;
    digit = first_slot(d, 0);
    s = &d->of[0][digit];
  }
  struct node node = s->nodes[s->from++];
  d->last = key_of(node.date);
  if (s->from < s->to) return node;
  slot_clear(s);
  unmark(d, level, digit);
  return node;
}

void dates_return(struct dates *d, struct node node)
{
  if (!d->levels) d->last = 0;
  struct slot *s = put(d, node);
  memmove(s->nodes + s->from + 1, s->nodes + s->from,
          bytes(s->to - 1 - s->from));
  s->nodes[s->from] = node;
}
