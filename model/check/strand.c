/* The checker's strands, found by rank and number. */
#include "strand.h"

#include "../memory.h"
#include "../pool.h"

/* The first one of each rank lies in a table, in parts that stay where they
 * are; all zero: none. */
enum { PART = 64 };
static struct check_strand **parts;
static struct check_strand **all; /* by id */
static unsigned part_count;
static int count;
static struct pool pool = POOL(struct check_strand);

static void begin(struct check_strand *s, int rank, int number, int use)
{
  if ((count & (count - 1)) == 0)
    all = xrealloc(all, (2 * (size_t)count + 1) * sizeof *all);
  all[count] = s;
  *s = (struct check_strand){
      .id = count++, .rank = rank, .number = number, .use = use, .now = 1};
}

static void make_part(unsigned k)
{
  if (k >= part_count) {
    unsigned room = 2 * k + 1;
    parts = xrealloc(parts, room * sizeof *parts);
    while (part_count < room)
      parts[part_count++] = NULL;
  }
  parts[k] = block_new(PART * sizeof **parts);
}

static inline struct check_strand *first_of(int rank)
{
  unsigned k = (unsigned)rank / PART;
  if (k >= part_count || !parts[k]) make_part(k);
  return &parts[k][(unsigned)rank % PART];
}

struct check_strand *check_strand_at(int rank, int number, int use)
{
  struct check_strand *s = first_of(rank);
  if (!s->now) begin(s, rank, number, use);
  while (s->number != number || s->use != use) {
    if (!s->next) begin(s->next = pool_take(&pool), rank, number, use);
    s = s->next;
  }
  return s;
}

struct check_strand *check_strand_of(int id)
{
  return all[id];
}

bool strand_alone(int rank)
{
  return !parts[(unsigned)rank / PART][(unsigned)rank % PART].next;
}

void strand_foresee(int rank, int stage)
{
  const struct check_strand *s = first_of(rank);
  if (stage == 1)
    memory_ask_to_write(s);
  else
    memory_ask(s->past.news);
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
