/* Conflicts whose rule depends on what a strand does next, and the loads that a
 * strand has made again and again.
 *
 * Each strand has a list of its own, of those conflicts since it has told
 * others something, and a table of the places of those loads. Invariant: the
 * loads and what they meet are referenced in the list; a report is what the
 * worst of its conflicts is. */
#include "looks.h"

#include "../memory.h"
#include "../pool.h"

struct look {
  struct look *next;
  struct report *report;
  struct act *load;
  struct record other; /* the first of those, of one batch, that it meets */
  const char *low, *high;
  unsigned row;
  bool atomic; /* so is each of those */
  bool polled; /* its line did the same once more, while they were not over */
  bool fresh;  /* it came, or was polled, straight after MPI_Win_sync */
};

unsigned looks_row;

static struct pool pool = POOL(struct look);

static void is_at_least(struct report *r, enum looking looking)
{
  if (r->looking < looking) r->looking = looking;
}

static void decide(struct look *l)
{
  enum looking was = !l->polled && l->load->found ? LOOKING_FOUND
                     : !l->polled                 ? LOOKING_NOT
                     : l->fresh && l->atomic      ? LOOKING_SYNCED
                                                  : LOOKING_POLLED;
  is_at_least(l->report, was);
  act_unref(l->load);
  act_unref(l->other.act);
  pool_give(&pool, l);
}

/* Those that are no moments of this wait any more. */
static void decide_old(struct check_strand *s)
{
  for (struct look **at = &s->looks; *at;) {
    struct look *l = *at;
    if (strand_is_at(s, l->load->stamp.tick)) {
      at = &l->next;
      continue;
    }
    *at = l->next;
    decide(l);
  }
}

/* What is over is so for both. */
static bool over_together(const struct act *a, const struct act *b)
{
  return a == b || (a->batch && a->batch == b->batch);
}

/* A line may load the same thousands of times at one moment: of those that poll
 * one stands for all, which are decided alike and find the same others. */
static bool adds_nothing(const struct look *known, const struct look *l)
{
  const struct act *a = l->load;
  return known->polled && l->polled && known->fresh == l->fresh &&
         known->atomic == l->atomic && l->low >= known->low &&
         l->high <= known->high && caller_same_line(known->load->by, a->by) &&
         strand_is_at(act_strand(a), a->stamp.tick);
}

static void add(struct report *r, const struct record *load,
                const struct record *other, const char *low, const char *high)
{
  struct act *a = load->act;
  struct check_strand *s = act_strand(a);
  bool atomic = other->flags & RECORD_ATOMIC;
  decide_old(s);
  struct look new = {s->looks, r,         a,      *other,    low,
                     high,     looks_row, atomic, a->polled, a->fresh};
  for (struct look *l = s->looks; l; l = l->next) {
    if (l->report != r || !over_together(l->other.act, other->act)) continue;
    if (adds_nothing(l, &new)) return;
    if (l->load != a) continue;
    if (low < l->low) l->low = low;
    if (high > l->high) l->high = high;
    l->atomic &= atomic;
    return;
  }
  struct look *l = pool_take(&pool);
  *l = new;
  a->references++;
  other->act->references++;
  if (strand_is_at(s, a->stamp.tick))
    s->looks = l;
  else
    decide(l);
}

void looks_expect(struct report *r, const struct record *earlier,
                  const struct record *later, const char *low, const char *high)
{
  const struct record *load = record_is_touch(earlier) ? earlier : later;
  const struct record *other = load == earlier ? later : earlier;
  bool looks = record_is_touch(load) && !(load->flags & RECORD_WRITES);
  bool may_poll = looks && record_may_be_polled(other);
  if (history_separate || !may_poll) is_at_least(r, LOOKING_NOT);
  /* That a line looks for what no load waits for again and again says nothing,
   * but where advice asks for it. */
  if (may_poll || (looks && (history_separate || record_is_touch(other))))
    add(r, load, other, low, high);
}

void looks_polled(struct report *r)
{
  is_at_least(r, LOOKING_POLLED);
}

/* A loop's first look may be elsewhere in the program than the others; a line
 * may load the same twice in one go. Who knows that the update is there does
 * not wait for it. */
void looks_again(struct act *load, const struct viewer *v, const char *from,
                 const char *to)
{
  struct check_strand *s = act_strand(load);
  decide_old(s);
  for (struct look *l = s->looks; l; l = l->next) {
    if (l->row == looks_row || from >= l->high || to <= l->low ||
        !caller_same_line(l->load->by, load->by) ||
        record_over(&l->other, l->low, l->high, v))
      continue;
    l->polled = true;
    act_polls(l->load);
    act_polls(load);
    l->fresh |= load->fresh;
  }
}

void looks_repeated(const struct act *load)
{
  for (struct look *l = act_strand(load)->looks; l; l = l->next)
    l->polled |= l->load == load;
}

/* --- loads that came again --- */

/* A loop that polls may have several. They are found by where they are in their
 * page, which is the same in every execution. */
enum { LOADS_BITS = 8, NEAR = 8, PAGE = 4096 };
struct polling {
  struct {
    const void *site;
    uint32_t at; /* the strand's tick then */
  } loads[1 << LOADS_BITS];
};

static int load_at(const void *site, int i)
{
  uint32_t place = (uint32_t)((uintptr_t)site % PAGE);
  return (int)((place * 0x9e3779b1u >> (32 - LOADS_BITS)) + (uint32_t)i) %
         (1 << LOADS_BITS);
}

/* Where a load is, or would be. */
static int load_find(const struct check_strand *s, const void *site)
{
  int room = -1;
  for (int i = 0; i < NEAR; i++) {
    int n = load_at(site, i);
    if (s->polling->loads[n].site == site) return n;
    if (room < 0 && s->polling->loads[n].at != s->now) room = n;
  }
  return room < 0 ? load_at(site, 0) : room;
}

void looks_poll(struct check_strand *s, const void *site)
{
  if (!s->polling) s->polling = xcalloc(1, sizeof *s->polling);
  int n = load_find(s, site);
  s->polling->loads[n].site = site;
  s->polling->loads[n].at = s->now;
}

bool looks_polling(const struct check_strand *s, const void *site)
{
  int n = load_find(s, site);
  return s->polling->loads[n].site == site && s->polling->loads[n].at == s->now;
}

enum looking looks_final(const struct report *r, const struct act *load)
{
  if (r->looking != LOOKING_FOUND) return r->looking;
  return act_line_polls(load) ? LOOKING_POLLED : LOOKING_NOT;
}

void looks_close(void)
{
  for (int id = 0; id < strand_count(); id++)
    for (struct check_strand *s = check_strand_of(id); s->looks;) {
      struct look *l = s->looks;
      s->looks = l->next;
      decide(l);
    }
}
