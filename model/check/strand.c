/* The checker's strands, found by rank and number. */
#include "strand.h"

#include "../memory.h"

static struct check_strand **strands; /* by rank: its first one */
static struct check_strand **all;     /* by id */
static int ranks, count;

static struct check_strand *strand_new(struct observed_strand who)
{
  struct check_strand *s = xcalloc(1, sizeof *s);
  if ((count & (count - 1)) == 0)
    all = xrealloc(all, (2 * (size_t)count + 1) * sizeof *all);
  all[count] = s;
  s->id = count++;
  s->rank = who.rank;
  s->number = who.number;
  s->use = who.use;
  s->now = 1;
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
  return (struct viewer){{s->id, s->now}, &s->past};
}

bool viewer_knows(const struct viewer *v, struct stamp s)
{
  if (s.strand == v->own.strand) return s.tick && s.tick <= v->own.tick;
  return clock_knows(v->past, s);
}
