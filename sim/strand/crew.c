/* Crews, and queues of strands. */
#include "crew.h"

#include "../rank/observed.h"
#include "../rank/polls.h"
#include "../rank/spinners.h"
#include "../../model/memory.h"

#include <errno.h>

struct crew *crew_self(void)
{
  if (self->crew) return self->crew;
  struct crew *c = xcalloc(1, sizeof *c);
  c->cores = crew_cores(self);
  return self->crew = c;
}

static int *ranks_on;     /* by host */
static int *ranks_before; /* on its host, by rank */

static void count_ranks(void)
{
  ranks_on = xcalloc(engine_host_count(), sizeof *ranks_on);
  ranks_before = xcalloc(ranks_count(), sizeof *ranks_before);
  for (int i = 0; i < ranks_count(); i++)
    ranks_before[i] = ranks_on[rank_of(i)->host]++;
}

int crew_cores(const struct rank *r)
{
  if (!ranks_on) count_ranks();
  int cores = engine_host_cores(r->host) / ranks_on[r->host];
  return cores > 0 ? cores : 1;
}

int crew_first_core(const struct rank *r)
{
  int cores = crew_cores(r);
  return ranks_before[r->id] * cores % engine_host_cores(r->host);
}

/* --- polling with locks --- */

/* A prime: of polls of a loop that takes several locks, only some come while it
 * holds one. */
enum {
  LOCKS_AT_ONCE = 10000, /* that take no time */
  LOCKS_EACH = 31,       /* of those that follow are a poll */
  LOCK_DOUBLINGS = 3,    /* of its time: some nanoseconds for each lock */
};

/* How many locks it took beyond LOCKS_AT_ONCE. */
static unsigned long locks_too_many(const struct strand *s)
{
  unsigned long n = s->locks - s->first_lock;
  return self->time != s->locked || n < LOCKS_AT_ONCE ? 0 : n - LOCKS_AT_ONCE;
}

void crew_before_lock(void)
{
  struct strand *s = self->strand;
  if (self->busy < 2 && !self->in_step) return;
  if (self->time != s->locked) s->first_lock = s->locks;
  s->locks++;
  s->locked = self->time;
  unsigned long n = locks_too_many(s);
  if (n == 0 || n % LOCKS_EACH) return;
  n /= LOCKS_EACH;
  rank_tell_stored(); /* what it did with them is not known */
  rank_poll_after(n < LOCK_DOUBLINGS ? (int)n : LOCK_DOUBLINGS);
  s->locked = self->time;
}

void crew_tried_lock(struct pause pause)
{
  crew_self()->tried = true;
  strand_poll(pause);
  self->strand->locked = self->time;
}

bool crew_wait_lock(struct entry **last, struct entry *e, struct pause pause,
                    double date)
{
  if (date <= self->time) crew_self()->tried = true;
  bool taken = queue_wait(last, e, pause, date);
  self->strand->locked = self->time;
  return taken;
}

void crew_found_lock(double date)
{
  if (date <= self->time) rank_poll_hit();
}

void crew_after_lock(void)
{
  struct crew *c = crew_self();
  if (!c->tried && locks_too_many(self->strand)) return;
  c->tried = false;
  rank_news_of_self();
}

/* --- queues --- */

static void queue_remove(struct entry **last, struct entry *e)
{
  struct entry *before = *last;
  while (before->next != e)
    before = before->next;
  before->next = e->next;
  if (*last == e) *last = before == e ? NULL : before;
}

bool queue_wait(struct entry **last, struct entry *e, struct pause pause,
                double date)
{
  if (isnan(date)) return false;
  if (date <= self->time) {
    strand_poll(pause);
    return false;
  }
  e->strand = self->strand;
  e->granted.pending = 1;
  e->next = *last ? (*last)->next : e;
  if (*last) (*last)->next = e;
  *last = e;
  if (strand_wait(&e->granted, pause, date)) return true;
  queue_remove(last, e);
  return false;
}

int queue_error(double date)
{
  return isnan(date) ? EINVAL : ETIMEDOUT;
}

/* The first that waits on this, and for this; NULL, ANY: on or for anything. */
enum { ANY = -1 };
static struct entry *find(struct entry *last, const void *on, int kind)
{
  struct entry *e = last;
  do {
    e = e->next;
    bool fits = (!on || e->on == on) && (kind == ANY || e->kind == kind);
    if (fits && e->strand->rank->state != RANK_ENDED) return e;
  } while (e != last);
  return NULL;
}

static struct entry *take(struct entry **last, const void *on, int kind)
{
  struct entry *e = *last ? find(*last, on, kind) : NULL;
  if (!e) return NULL;
  queue_remove(last, e);
  counter_done(&e->granted);
  return e;
}

struct entry *queue_oldest(struct entry *last)
{
  return last ? find(last, NULL, ANY) : NULL;
}

struct entry *queue_take(struct entry **last)
{
  return take(last, NULL, ANY);
}

struct entry **crew_queue(const void *word)
{
  enum { BITS = 10 };
  static struct entry *queues[1 << BITS];
  uint64_t h = (uint64_t)(uintptr_t)word * 0x9e3779b97f4a7c15u;
  return &queues[h >> (64 - BITS)];
}

struct entry *queue_take_on(struct entry **last, const void *on)
{
  return take(last, on, ANY);
}

bool queue_has(struct entry *last, int kind)
{
  return last && find(last, NULL, kind);
}

struct entry *queue_take_first(struct entry **last, int kind)
{
  return take(last, NULL, kind);
}

int queue_take_kind(struct entry **last, int kind)
{
  int n = 0;
  while (queue_take_first(last, kind))
    n++;
  return n;
}

void queue_take_all(struct entry **last)
{
  while (queue_take(last))
    ;
}

/* --- what observers are told --- */

/* Others may meet it at an object: threads, or ranks that share memory with it.
 */
static bool is_met(void)
{
  return self->crew || self->in_step;
}

static struct observed_carrier carrier(const void *object, uint64_t number)
{
  return (struct observed_carrier){.object = object, .number = number};
}

void crew_release(const void *object, uint64_t number)
{
  if (is_met()) OBSERVE_ORDER(RELEASE, self->strand, carrier(object, number));
}

void crew_acquire(const void *object, uint64_t number)
{
  if (is_met()) OBSERVE_ORDER(ACQUIRE, self->strand, carrier(object, number));
}

void crew_started(const struct strand *s, const void *object, uint64_t number)
{
  OBSERVE_ORDER(ACQUIRE, s, carrier(object, number));
}

void crew_replace(const void *object, uint64_t number)
{
  if (is_met()) OBSERVE_ORDER(REPLACE, self->strand, carrier(object, number));
}

void crew_meet(const void *object, uint64_t number, int n)
{
  if (is_met())
    OBSERVE_ORDER(RELEASE, self->strand, carrier(object, number), .releases = n,
                  .acquires = n);
}

void crew_forget(const void *object, uint64_t number)
{
  if (is_met()) OBSERVE_ORDER(FORGET, self->strand, carrier(object, number));
}
