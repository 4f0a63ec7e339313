/* The checker's strands, found by rank and number. */
#include "strand.h"

#include "../memory.h"
#include "../pool.h"

static struct check_strand **strands; /* by rank: its first one */
static struct check_strand **all;     /* by id */
static int ranks, count;
static struct pool pool = POOL(struct check_strand);

static struct check_strand *strand_new(struct observed_strand who)
{
  struct check_strand *s = pool_take(&pool);
  if ((count & (count - 1)) == 0)
    all = xrealloc(all, (2 * (size_t)count + 1) * sizeof *all);
  all[count] = s;
  *s = (struct check_strand){.id = count++,
                             .rank = who.rank,
                             .number = who.number,
                             .use = who.use,
                             .now = 1};
  return s;
}

static void make_room(int rank)
{
  int room = 2 * rank + 16;
  strands = xrealloc(strands, room * sizeof *strands);
  while (ranks < room)
    strands[ranks++] = NULL;
}

struct check_strand *check_strand(struct observed_strand who)
{
  if (who.rank >= ranks) make_room(who.rank);
  struct check_strand **at = &strands[who.rank];
  while (*at && ((*at)->number != who.number || (*at)->use != who.use))
    at = &(*at)->next;
  if (!*at) *at = strand_new(who);
  return *at;
}

struct check_strand *check_strand_of(int id)
{
  return all[id];
}

bool strand_alone(int rank)
{
  return !strands[rank]->next;
}

struct viewer strand_viewer(const struct check_strand *s)
{
  return (struct viewer){.own = {s->id, s->now}, .past = &s->past};
}

bool viewer_knows(const struct viewer *v, struct stamp s)
{
  if (s.strand == v->own.strand) return s.tick && s.tick <= v->own.tick;
  if (clock_knows(v->past, s)) return true;
  if (!v->after.past) return false;
  if (s.tick && s.strand == v->after.own.strand && s.tick <= v->after.own.tick)
    return true;
  return clock_knows(v->after.past, s);
}
