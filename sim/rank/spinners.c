/* Strands that look in loops of their own over memory whether something has
 * happened, without calling MPI: sim/spin finds out that one does.
 *
 * Who spins is parked until memory that it can see is written. Who changes
 * memory meanwhile takes turns in showing that to others, as long as something
 * may come of it. Strands of one host alone can see each other's memory, so the
 * others are not looked at. Invariant: a strand spins exactly if it is in the
 * list of all, and in that of its host. */
#include "spinners.h"

#include "../../model/hash.h"
#include "../../model/map.h"
#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../plain.h"
#include "../vain.h"
#include "seen.h"

/* Strands hand something to each other: who come by the same again so often do
 * that in vain. */
enum { AGAIN = 4 };
/* Who do not, do so often, until something else happens; and so often if each
 * is in a loop that only others can end. */
enum { HAND_OVERS = 1 << 14, IN_LOOPS = 1 << 10 };
/* After so many that were in vain they do half as many the next time, but for
 * so many halvings; if nothing else can happen, twice as many, so often. */
enum { HALVINGS = 6, DOUBLINGS = 40, DOUBLINGS_IN_LOOPS = 7 };
enum { LOOPS_MAX = 1 << 16 }; /* that are noted */
enum { FIRST_GAPS = 64 };
/* What who changes memory does in all, in steps of sim/spin: a second. */
enum { EFFORT = 1 << 12, EFFORT_MAX = 1 << 22 };

/* In the order in which they began. */
struct spinner_list {
  struct strand *first, *last;
};
static struct spinner_list spinners, *of_hosts;
enum { OF_ALL, OF_HOST }; /* which of a strand's links */
static int host_count;

static unsigned long other_loops; /* that a strand came to */
static unsigned long look_events; /* in vain, if no others are between them */

static struct spinner_list *of_host(const struct rank *r)
{
  REACH(of_hosts, host_count, r->host);
  return &of_hosts[r->host];
}

static struct strand *first_beside(const struct rank *r)
{
  return r->host < host_count ? of_hosts[r->host].first : NULL;
}

static void list_add(struct spinner_list *l, int of, struct strand *s)
{
  s->spinners[of].before = l->last;
  s->spinners[of].after = NULL;
  *(l->last ? &l->last->spinners[of].after : &l->first) = s;
  l->last = s;
}

static void list_remove(struct spinner_list *l, int of, struct strand *s)
{
  struct strand *before = s->spinners[of].before,
                *after = s->spinners[of].after;
  *(before ? &before->spinners[of].after : &l->first) = after;
  *(after ? &after->spinners[of].before : &l->last) = before;
}

static void spin_begin(struct strand *s)
{
  list_add(&spinners, OF_ALL, s);
  list_add(of_host(s->rank), OF_HOST, s);
  s->spinning = true;
  rank_looks(s, 1);
}

static void spin_end(struct strand *s)
{
  if (!s->spinning) return;
  list_remove(&spinners, OF_ALL, s);
  list_remove(of_host(s->rank), OF_HOST, s);
  s->spinning = false;
  rank_looks(s, -1);
  rank_wake(s);
}

static void memory_written(void *arg)
{
  struct strand *s = arg;
  look_events++;
  rank_poll_cut(s);
  spin_end(s);
}

static double local_date(const struct rank *r)
{
  return r->time > engine_now() ? r->time : engine_now();
}

/* Who spins looks again, which is an event of a poll. */
static void spinner_looks(void *arg)
{
  rank_note_poll();
  look_events--;
  memory_written(arg);
}

void (*spinners_goes_on)(void);
void (*spinners_parks)(void);
bool spinners_been;

/* Would a round of its loop be another now? */
static bool may_look(const struct strand *s)
{
  return plain || seen_changed(s->seen);
}

/* Who runs beside it may have changed what it waits for and changed it back, as
 * who takes a lock again that he has given back. That is looked for from time
 * to time. */
static void beside(struct strand *s, struct strand *who)
{
  if (++s->runs_beside < s->next_gaps || who->spinning) return;
  s->next_gaps *= 2;
  who->gaps = spinners_goes_on;
}

void rank_tell_stored(void)
{
  for (struct strand *s = first_beside(self); s; s = s->spinners[OF_HOST].after)
    if (s->rank == self && may_look(s))
      engine_at(local_date(self), spinner_looks, s);
}

static bool see_each_other(const struct rank *a, const struct rank *b)
{
  return a == b || (a->in_step && b->in_step && a->host == b->host);
}

void rank_tell_ran(struct rank *r)
{
  struct strand *me = r->strand;
  for (struct strand *s = first_beside(r); s; s = s->spinners[OF_HOST].after) {
    if (s == me || !see_each_other(s->rank, r)) continue;
    beside(s, me);
    if (may_look(s)) engine_at(local_date(r), memory_written, s);
  }
  rank_polls_look(r, local_date(r));
}

bool spinners_show(void)
{
  bool any = false;
  for (struct strand *s = first_beside(self); s && !any;
       s = s->spinners[OF_HOST].after)
    any = s != self->strand && see_each_other(s->rank, self) &&
          seen_changed(s->seen);
  if (any) rank_yield();
  return any;
}

void rank_memory_written(struct rank *r)
{
  if (!ranks_looking) return;
  for (struct strand *s = r->looking ? &r->main : NULL; s; s = s->next)
    if (!s->spinning || may_look(s)) memory_written(s);
}

/* What else has happened but that some went on, and others looked. */
static unsigned long other_events(void)
{
  struct engine_counts c = engine_counts();
  return c.events + c.flows - rank_poll_events() - look_events;
}

static unsigned long others(void)
{
  return other_events() + other_loops;
}

/* Who changes memory shows others each state of it, and rests. */
static void next_turn(void *arg)
{
  struct strand *s = arg;
  look_events++;
  s->turn_comes = false;
  if (!s->spinning) return;
  if (s->turns_at != others()) s->turns = 0;
  s->turns_at = others();
  if (s->turns >= s->moments) return;
  s->turn = ++s->turns < s->moments ? s->turns : TURN_TO_REST;
  spin_end(s);
}

static void take_turns(struct strand *s)
{
  if (s->moments < 2 || s->turn_comes) return;
  s->turn_comes = true;
  engine_at(local_date(s->rank), next_turn, s);
}

/* The last of those that spin has company, and is that of others. Who has taken
 * a turn takes the next one when somebody has looked. */
static void meet(struct strand *last)
{
  bool company = false;
  for (struct strand *s = first_beside(last->rank); s != last;
       s = s->spinners[OF_HOST].after) {
    if (!see_each_other(s->rank, last->rank)) continue;
    company = true;
    take_turns(s);
  }
  if (company && !last->turn) take_turns(last);
}

/* Which loops the strands are in that spin beside this one, and by which way.
 */
static uint64_t loops_around(const struct strand *one)
{
  uint64_t all = 0;
  for (const struct strand *s = first_beside(one->rank); s;
       s = s->spinners[OF_HOST].after) {
    if (!see_each_other(s->rank, one->rank)) continue;
    uint64_t h = ((uint64_t)s->rank->id << 16) + (uint64_t)s->number;
    all += hash_mix(h, s->loop ^ s->way) * 0xc2b2ae3d27d4eb4fu;
  }
  return all;
}

/* Is each strand that spins beside this one, and it itself, in a loop that
 * changes memory, and would do so for ever? */
static bool all_in_loops(const struct strand *one)
{
  bool all = one->changing;
  for (const struct strand *s = first_beside(one->rank); s && all;
       s = s->spinners[OF_HOST].after)
    all = s->changing || !see_each_other(s->rank, one->rank);
  return all;
}

/* Those that wait for something else may hand a lock to each other for ever,
 * while no time passes: hand-overs since anything else has happened. */
static struct {
  struct map seen;     /* how often the strands were so, by loops_around() */
  unsigned long since; /* other_events() */
  unsigned long count;
  bool cut; /* there were too many */
  int doublings, halvings;
  unsigned long loops; /* other_loops */
} hand_overs;

/* Something else has happened. What was in vain before is so sooner now. */
static void hand_over_anew(void)
{
  if (hand_overs.loops != other_loops)
    hand_overs.halvings = 0;
  else if (hand_overs.cut && hand_overs.halvings < HALVINGS)
    hand_overs.halvings++;
  map_clear(&hand_overs.seen);
  hand_overs.loops = other_loops;
  hand_overs.since = other_events();
  hand_overs.count = 0;
  hand_overs.doublings = 0;
  hand_overs.cut = false;
}

/* How often have the strands been so? */
static int times_so(const struct strand *s)
{
  if (hand_overs.since != other_events()) hand_over_anew();
  hand_overs.count++;
  if (hand_overs.seen.count == LOOPS_MAX) map_clear(&hand_overs.seen);
  void **times = map_place(&hand_overs.seen, loops_around(s));
  uintptr_t now = (uintptr_t)*times + 1;
  *times = (void *)now;
  return now < AGAIN ? (int)now : AGAIN;
}

static bool too_many(const struct strand *s)
{
  unsigned long most = all_in_loops(s) ? IN_LOOPS : HAND_OVERS;
  return hand_overs.count > (most >> hand_overs.halvings)
                                << hand_overs.doublings;
}

/* Has the strand, which spins from now on, something to show to others? */
static bool has_news(struct strand *s, struct spin how)
{
  s->cut = false;
  if (s->turn || s->effort) return true;
  if (how.again) return false;
  if (!s->rank->in_step && !s->rank->main.next) return true;
  int times = times_so(s);
  if (how.left && times == 1) other_loops++;
  s->cut = times < AGAIN && too_many(s);
  hand_overs.cut |= s->cut;
  return times < AGAIN && !s->cut;
}

void rank_spin(struct spin how)
{
  struct strand *s = self->strand;
  spin_begin(s);
  s->gaps = false;
  s->moments = how.moments;
  s->way = how.way;
  if (how.left) s->runs_beside = 0, s->next_gaps = FIRST_GAPS;
  s->stored_nothing = !has_news(s, how);
  if (!s->stored_nothing || how.again) meet(s);
  s->effort = s->turn = 0;
  while (s->spinning)
    rank_park(NULL);
  s->stored_nothing = false;
  OBSERVE(sync, .strand = observed_strand(s));
}

/* Those that were cut short hand over to each other on. What goes on for ever
 * only because numbers are others each time is told in the end if each strand
 * is in a loop; else somebody may be about to come to an end. */
static bool hand_over_on(void)
{
  bool any = false, in_loops = true;
  for (struct strand *s = spinners.first; s; s = s->spinners[OF_ALL].after) {
    any |= s->cut;
    in_loops &= !s->cut || all_in_loops(s);
  }
  int most = in_loops ? DOUBLINGS_IN_LOOPS : DOUBLINGS;
  if (!any || hand_overs.doublings >= most) return false;
  hand_overs.doublings++;
  hand_overs.halvings = 0;
  for (struct strand *s = spinners.first; s; s = s->spinners[OF_ALL].after)
    engine_at(local_date(s->rank), memory_written, s);
  return true;
}

/* Those that count do. */
static bool count_on(void)
{
  static unsigned long last;
  static int effort = EFFORT, turn;
  bool any = false;
  if (others() != last) effort = EFFORT;
  last = others();
  turn++;
  if (effort > EFFORT_MAX) return false;
  for (struct strand *s = spinners.first; s; s = s->spinners[OF_ALL].after) {
    if (!s->moments) continue;
    s->effort = effort;
    s->turn = turn;
    any = true;
    engine_at(local_date(s->rank), memory_written, s);
  }
  effort *= 2;
  return any;
}

bool rank_count_on(void)
{
  bool hand_over = hand_over_on();
  return count_on() || hand_over;
}

/* Memory was written with what it held, else the round is over. */
void spinners_open(void)
{
  vain_add(spinner_looks, vain_always);
  vain_add(memory_written, vain_always);
  vain_add(next_turn, vain_always);
}
