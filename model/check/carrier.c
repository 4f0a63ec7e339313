/* What carries order from strand to strand: messages, locks, meetings.
 *
 * A carrier holds the join of what was released to it. One of many known
 * releases is a meeting: it collects by strand and becomes a base that all who
 * acquire share. Invariant: a carrier is in the table from its first release
 * until it is forgotten, or until the last acquire that it was told of. */
#include "strand.h"
#include "hash.h"

#include "../pool.h"

enum { MEETING_MIN = 4 };

struct carrier {
  struct hash_node node;
  struct published it; /* who releases alone shares its clock with it */
  struct clock_meeting *meeting; /* NULL: none, or it is over */
  int released;
  int acquires; /* that are still to come; 0: not known */
};

static struct hash carriers;

static struct hash_key key_of(struct observed_carrier c)
{
  return (struct hash_key){(uintptr_t)c.object, c.number};
}

static struct carrier *made(struct observed_carrier key)
{
  struct carrier *c = hash_find(&carriers, key_of(key));
  if (c) return c;
  c = pool_take(pool_of_lines(sizeof *c));
  *c = (struct carrier){.node.key = key_of(key)};
  hash_add(&carriers, &c->node);
  return c;
}

/* All have come, or nobody waits for the others. */
static void end_meeting(struct carrier *c)
{
  if (!c->meeting) return;
  struct clock met = clock_meeting_end(c->meeting);
  c->meeting = NULL;
  clock_join(&c->it.past, &met);
  clock_drop(&met);
}

void carrier_forget(struct observed_carrier key)
{
  struct carrier *c = hash_take(&carriers, key_of(key));
  if (!c) return;
  end_meeting(c);
  published_drop(&c->it);
  pool_give(pool_of_lines(sizeof *c), c);
}

void carrier_release(struct check_strand *s, const struct observed_order *o)
{
  struct carrier *c = made(o->carrier);
  struct stamp own = {s->id, s->now};
  if (o->kind == OBSERVED_REPLACE) published_drop(&c->it);
  if (o->releases >= MEETING_MIN && c->released == 0)
    c->meeting = clock_meeting_new();
  if (c->released++ == 0) c->acquires = o->acquires;
  if (c->meeting)
    clock_meeting_join(c->meeting, &s->past, own);
  else
    published_add(&c->it, &s->past, own);
  s->now++;
  if (c->released == o->releases) end_meeting(c);
}

void carrier_acquire(struct check_strand *s, const struct observed_order *o)
{
  struct carrier *c = hash_find(&carriers, key_of(o->carrier));
  if (!c) return;
  end_meeting(c);
  strand_learn(s, &c->it);
  if (s->past.base == c->it.past.base)
    clock_base_adopted(&s->past, (struct stamp){s->id, s->now});
  if (c->acquires && --c->acquires == 0) carrier_forget(o->carrier);
}

struct carried carrier_past(struct observed_carrier key)
{
  struct carrier *c = hash_find(&carriers, key_of(key));
  if (!c) return (struct carried){NULL, {0, 0}};
  end_meeting(c);
  return (struct carried){&c->it.past, c->it.own};
}
