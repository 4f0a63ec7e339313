/* What carries order from strand to strand: messages, locks, meetings.
 *
 * A carrier gathers what was released to it. One of many known releases is a
 * meeting: it collects by strand and becomes a base that all who acquire share.
 * Invariant: a carrier is kept, at the place that was given for it or else in
 * the table, from its first release until it is forgotten, or until the last
 * acquire that it was told of. */
#include "hash.h"
#include "published.h"
#include "strand.h"

#include "../pool.h"

enum { MEETING_MIN = 4 };

/* A cache line. */
struct carrier {
  struct hash_node node;
  union {
    struct gathered all;
    struct clock_meeting *meeting; /* while it `meets` */
  };
  unsigned released : 31;
  bool meets : 1;
  int acquires; /* that are still to come; 0: not known */
};

static struct hash carriers;

static struct hash_key key_of(struct observed_carrier c)
{
  return (struct hash_key){(uintptr_t)c.object, c.number};
}

/* NULL: nothing was released to it. */
static struct carrier *find(struct observed_carrier c)
{
  return c.kept ? *c.kept : hash_find(&carriers, key_of(c));
}

static struct carrier *made(struct observed_carrier key)
{
  struct carrier *c = find(key);
  if (c) return c;
  c = pool_take(pool_of_lines(sizeof *c));
  *c = (struct carrier){.node.key = key_of(key)};
  if (key.kept)
    *key.kept = c;
  else
    hash_add(&carriers, &c->node);
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
  struct carrier *c = find(key);
  if (!c) return;
  if (key.kept)
    *key.kept = NULL;
  else
    hash_take(&carriers, key_of(key));
  end_meeting(c);
  gathered_drop(&c->all);
  pool_give(pool_of_lines(sizeof *c), c);
}

void carrier_release(struct check_strand *s, const struct observed_order *o)
{
  struct carrier *c = made(o->carrier);
  struct stamp own = {s->id, s->now};
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
  gathered_learn(&c->all, &s->past, s->id);
  if (s->past.base == c->all.all.past.base)
    clock_base_adopted(&s->past, (struct stamp){s->id, s->now});
  if (c->acquires && --c->acquires == 0) carrier_forget(o->carrier);
}

struct carried carrier_past(struct observed_carrier key)
{
  struct carrier *c = find(key);
  if (!c) return (struct carried){NULL, {0, 0}};
  end_meeting(c);
  gathered_settle(&c->all);
  return (struct carried){&c->all.all.past, c->all.all.own};
}
