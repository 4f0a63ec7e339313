/* The checker's strands, found by rank and number.
 *
 * Where a program does not tell its loads and stores, or its atomics, these may
 * order what its threads do, whatever it is: a rank is one strand there. */
#include "strand.h"

#include "../map.h"
#include "../memory.h"
#include "../pool.h"

struct check_strands check_firsts;
static struct check_strand **all; /* by id */
static int count;
static struct pool pool = POOL(struct check_strand);
static bool unseen;
static bool (*ask)(void); /* NULL: that is known */

void strand_open(const struct check_options *options)
{
  unseen = options->unseen;
  ask = unseen ? NULL : options->own_atomics;
}

bool strands_are_one(void)
{
  if (ask) unseen = ask();
  ask = NULL;
  return unseen;
}

static void begin(struct check_strand *s, int rank, int number, int use)
{
  all = xgrow(all, count, sizeof *all);
  all[count] = s;
  *s = (struct check_strand){
      .id = count++, .rank = rank, .number = number, .use = use, .now = 1};
}

static void make_part(unsigned k)
{
  struct check_strands *t = &check_firsts;
  REACH(t->parts, t->count, k);
  t->parts[k] = block_new(CHECK_PART * sizeof **t->parts);
}

static struct check_strand *another_use(struct check_strand *first, int use)
{
  struct check_strand **at = &first->others;
  while (*at && (*at)->use > use)
    at = &(*at)->others;
  if (*at && (*at)->use == use) return *at;
  struct check_strand *s = pool_take(&pool), *others = *at;
  begin(s, first->rank, first->number, use);
  s->others = others;
  return *at = s;
}

/* Those of a rank but its first one, by both numbers. */
static struct map further;

static uint64_t key_of(int rank, int number)
{
  return (uint64_t)rank << 32 | (unsigned)number;
}

/* The numbers of a rank are as many as threads that lived at once. A number is
 * used again and again, and the last use is met most. */
struct check_strand *check_strand_at(int rank, int number, int use)
{
  if (!check_first(rank)) make_part((unsigned)rank / CHECK_PART);
  struct check_strand *first = check_first(rank), *s = first;
  bool other = number > 0;
  bool one = (other || use) && strands_are_one();
  if (one) number = use = 0;
  if (!s->now) begin(s, rank, number, use);
  if (one && other) s->several = true;
  if (s->number != number) {
    void **at = map_place(&further, key_of(rank, number));
    if (!*at) begin(*at = pool_take(&pool), rank, number, use);
    first->several = true;
    s = *at;
  }
  return s->use == use ? s : another_use(s, use);
}

/* The first that was seen; NULL: none yet. */
static struct check_strand *of_number(int rank, int number)
{
  struct check_strand *s = check_first(rank);
  if (!s || s->number == number) return s;
  return map_find(&further, key_of(rank, number));
}

bool strand_is_new(struct observed_strand who)
{
  bool again = who.use && !strands_are_one();
  const struct check_strand *s = again ? of_number(who.rank, who.number) : NULL;
  return s && s->use < who.use && (!s->others || s->others->use < who.use);
}

/* All that it told others, or all that it did: a thread that is not joined ends
 * with a release of which nobody hears. */
static bool knows_all(const struct viewer *v, const struct check_strand *s)
{
  return viewer_knows(v, (struct stamp){s->id, s->now - 1}) ||
         viewer_knows(v, (struct stamp){s->id, s->did});
}

/* It becomes the last. NULL: none, of those that are looked at. */
static struct check_strand *known_use(struct check_strand *first,
                                      const struct viewer *v)
{
  enum { LOOKS = 64 };
  if (knows_all(v, first)) return first;
  struct check_strand **at = &first->others, *s;
  for (int i = 0; i < LOOKS && (s = *at); i++, at = &s->others) {
    if (!knows_all(v, s)) continue;
    *at = s->others;
    s->others = first->others;
    return first->others = s;
  }
  return NULL;
}

void strand_begins(struct observed_strand who, struct carried after)
{
  if (!after.past) return;
  struct viewer v = {.own = after.own, .past = after.past};
  struct check_strand *s = known_use(of_number(who.rank, who.number), &v);
  if (!s) return;
  s->use = who.use;
  s->begun = s->now;
}

struct check_strand *check_strand_of(int id)
{
  return all[id];
}

int strand_count(void)
{
  return count;
}

bool strand_alone(int rank)
{
  const struct check_strand *s = check_first(rank);
  return !s->several && !s->others;
}

void strand_foresee(int rank, int stage)
{
  const struct check_strand *s = check_first(rank);
  if (stage == 1)
    memory_ask_to_write(s);
  else if (s)
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
