/* What carries order from strand to strand: messages, locks, meetings.
 *
 * A carrier gathers what was released to it. One of many known releases is a
 * meeting: it collects by strand and becomes a base that all who acquire share.
 * Invariant: a carrier is kept, at the place that was given for it or else in
 * the table, from its first release until it is forgotten, or until the last
 * acquire that it was told of; but releases that wait for it come first to
 * whoever asks. */
#include "published.h"
#include "strand.h"

#include "../hash.h"
#include "../pool.h"

#include <string.h>

enum { MEETING_MIN = 4 };

/* A cache line. */
struct carrier {
  union {
    struct hash_node node;
    struct {
      uint64_t number;
      struct carrier *next; /* at its place */
    };
  };
  union {
    struct gathered all;
    struct clock_meeting *meeting; /* while it `meets` */
  };
  unsigned released : 31;
  bool meets : 1;
  int acquires; /* that are still to come; 0: not known */
};

/* What was released to carriers that wait together: one rank may unlock
 * thousands of targets, of which nobody ever asks one. */
struct release {
  struct carrier **to;
  struct published what;
};

enum { CHUNK = 4096, RELEASES = CHUNK / sizeof(struct release) - 1 };

/* The last chunk of them is the one that is known. */
struct releases {
  struct releases *next; /* of the last: the first */
  int chunks;            /* up to this one */
  int count;
  struct release list[RELEASES];
};
_Static_assert(sizeof(struct releases) <= CHUNK, "of a pool");

enum { CHUNKS_MOST = 8192 };

static struct hash carriers;

static struct hash_key key_of(struct observed_carrier c)
{
  return (struct hash_key){(uintptr_t)c.object, c.number};
}

static struct carrier *carrier_new(void)
{
  struct carrier *c = pool_take_ahead(pool_of_lines(sizeof *c), sizeof *c);
  return memset(c, 0, sizeof *c);
}

static void deliver(struct release *r)
{
  struct carrier *c = *r->to;
  if (!c) c = *r->to = carrier_new();
  c->released++;
  gathered_add(&c->all, &r->what.past, r->what.own);
}

/* None wait any more: they are delivered, in their order, or forgotten. */
__attribute__((noinline)) static void releases_end(struct releases **waiting,
                                                   bool delivered)
{
  struct releases *last = *waiting, *next = last ? last->next : NULL;
  if (last) last->next = NULL;
  *waiting = NULL;
  for (struct releases *chunk = next; chunk; chunk = next) {
    next = chunk->next;
    for (int i = 0; i < chunk->count; i++) {
      if (delivered) deliver(&chunk->list[i]);
      clock_drop(&chunk->list[i].what.past);
    }
    pool_give_bytes(chunk, sizeof *chunk);
  }
}

static struct releases *releases_more(struct releases **waiting)
{
  struct releases *last = *waiting, *new = pool_take_bytes(sizeof *new);
  new->next = last ? last->next : new;
  if (last) last->next = new;
  new->chunks = last ? last->chunks + 1 : 1;
  new->count = 0;
  return *waiting = new;
}

static void wait(const struct observed_carrier *to, struct published what)
{
  struct releases **waiting = to->waiting;
  struct releases *last = *waiting;
  bool full = last && last->count == RELEASES;
  if (full && last->chunks == CHUNKS_MOST) releases_end(waiting, true);
  if (full || !last) last = releases_more(waiting);
  last->list[last->count++] = (struct release){to->kept, what};
}

/* What points to it at its place, or to NULL. One that waits has that alone,
 * and what was released to it comes there first. */
static struct carrier **at_place(struct observed_carrier c)
{
  if (c.waiting && *c.waiting) releases_end(c.waiting, true);
  struct carrier **at = c.kept;
  while (*at && !c.waiting && (*at)->number != c.number)
    at = &(*at)->next;
  return at;
}

/* NULL: nothing was released to it. */
static struct carrier *find(struct observed_carrier c)
{
  return c.kept ? *at_place(c) : hash_find(&carriers, key_of(c));
}

static struct carrier *made(struct observed_carrier key)
{
  struct carrier *c = find(key);
  if (c) return c;
  c = carrier_new();
  if (key.kept) {
    c->number = key.number;
    c->next = *key.kept;
    *key.kept = c;
  } else {
    c->node.key = key_of(key);
    hash_add(&carriers, &c->node);
  }
  return c;
}

static struct carrier *take(struct observed_carrier key)
{
  if (!key.kept) return hash_take(&carriers, key_of(key));
  struct carrier **at = at_place(key), *c = *at;
  if (c) *at = c->next;
  return c;
}

/* All have come, or nobody waits for the others. */
static void end_meeting(struct carrier *c)
{
  if (!c->meets) return;
  c->meets = false;
  c->all = (struct gathered){.all.past = clock_meeting_end(c->meeting)};
}

void carrier_forget(struct observed_carrier key)
{
  if (key.waiting && !key.kept) {
    releases_end(key.waiting, false);
    return;
  }
  struct carrier *c = take(key);
  if (!c) return;
  end_meeting(c);
  gathered_drop(&c->all);
  pool_give(pool_of_lines(sizeof *c), c);
}

void carrier_go_on(const struct check_strand *s, struct observed_carrier key)
{
  const struct carrier *c = find(key);
  if (c && (c->meets || !gathered_is_of(&c->all, s->id))) carrier_forget(key);
}

void carrier_release(struct check_strand *s, const struct observed_order *o)
{
  struct stamp own = {s->id, s->now};
  if (o->carrier.waiting && o->kind == OBSERVED_RELEASE) {
    wait(&o->carrier, (struct published){clock_copy(&s->past), own});
    s->now++;
    return;
  }
  struct carrier *c = made(o->carrier);
  if (o->kind == OBSERVED_REPLACE) gathered_drop(&c->all);
  if (o->releases >= MEETING_MIN && c->released == 0) {
    c->meeting = clock_meeting_new();
    c->meets = true;
  }
  if (c->released++ == 0) c->acquires = o->acquires;
  if (c->meets)
    clock_meeting_join(c->meeting, &s->past, own);
  else
    gathered_add(&c->all, &s->past, own);
  s->now++;
  if ((int)c->released == o->releases) end_meeting(c);
}

void carrier_acquire(struct check_strand *s, const struct observed_order *o)
{
  struct carrier *c = find(o->carrier);
  if (!c) return;
  end_meeting(c);
  strand_does(s);
  gathered_learn(&c->all, &s->past, s->id);
  if (s->past.base == c->all.all.past.base)
    clock_base_adopted(&s->past, (struct stamp){s->id, s->now});
  if (c->acquires && --c->acquires == 0) carrier_forget(o->carrier);
}

void carrier_pass(const struct observed_order *o)
{
  struct carrier *from = find((struct observed_carrier){.object = o->of});
  if (!from) return;
  struct carrier *to = made(o->carrier);
  end_meeting(from);
  end_meeting(to);
  gathered_join(&to->all, &from->all);
}

struct carried carrier_past(struct observed_carrier key)
{
  struct carrier *c = find(key);
  if (!c) return (struct carried){NULL, {0, 0}};
  end_meeting(c);
  gathered_settle(&c->all);
  return (struct carried){&c->all.all.past, c->all.all.own};
}
