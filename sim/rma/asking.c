/* Who asks in vain: strands that wait for a word of a window by operations,
 * which never succeed (`do compare_and_swap; while (it failed)`), do not wait
 * as the engine sees it, and time goes on for ever.
 *
 * A question is an operation that fetches: of a rank, about the same bytes. It
 * is vain if its answer is the one that it had last. While nothing but vain
 * ones happen a round goes on: no operation changes a byte, and nobody calls
 * what is not part of asking. If at the begin of a round all that is to come
 * belongs to those that ask, then only they can end it; so when each of them
 * has asked in vain for its part of the user's patience, and still nothing else
 * is to come, that is a deadlock; a small part is enough of who comes back to a
 * state of the program (caller.h). All is counted, so that reports repeat.
 *
 * Who asks may write, and take it back when the answer is no, as readers do who
 * count themselves in and find a writer. So answers that came before, and
 * changes after which the windows are as they were before, do not end a round
 * either. But whoever takes a lock and gives it back does that, too, for as
 * long as it likes: then only who has all its part of the patience and comes
 * back to a state of the program has asked enough.
 *
 * Looking costs something: most answers are not looked at, but one in UNWATCHED
 * begins a watch, which ends after RESTARTS rounds. A watch listens to calls
 * and operations, and is one of `ranks_looking`, by which it sees what is
 * written. Invariant: a strand has `vain_round` exactly if it has looked in
 * vain since the round began. */
#include "asking.h"

#include "../rank/call.h"
#include "../rank/caller.h"
#include "../rank/polls.h"
#include "../vain.h"
#include "../../model/hash.h"
#include "../../model/map.h"
#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../../model/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  UNWATCHED = 16384,
  RESTARTS = 64,
  QUESTIONS = 16384, /* as many are remembered */
  LOOK_EACH = 1021,  /* a prime: at other phases of those that ask in turns */
  COMPARED_MOST = 4096, /* bytes; longer writes count as changes */
  /* So many have all the patience, and more as much together; but each a part
   * at least. */
  FULL = 4,
  LEAST_PART = 4,
  /* Of it, to whom comes back to a state, so often that hardly anybody counts
   * that in memory, which is in no state: so many have this much. */
  LOOPING = 512,
  LOOPING_FULL = 64,
  /* So often, and the next time after such a part of what was before: an inner
   * loop comes back soon, and one around it may count. */
  BACK_AT_LEAST = 8,
  BACK_APART = 64,
};

unsigned asking_unwatched = UNWATCHED;

/* Operations of one rank on the same bytes. */
struct question {
  int rank;
  enum observed_kind kind;
  const void *memory;
  size_t bytes;
  const struct strand *by; /* who asked last, and by which call */
  const char *call;
  const void *site;
  unsigned long round; /* in which it was asked so often */
  unsigned long asked;
  bool answered;
  uint64_t answer; /* a hash */
};

/* What a strand did in a round. */
struct asker {
  unsigned long looks, seen; /* in vain; those of them that were seen */
  bool polls;                /* by calls that find nothing, and only so */
  bool done;                 /* it has asked often enough */
  const struct strand *strand;
  unsigned long clocks; /* that it had read when the round began */
  /* A state of the program's in which it has asked, of its latest frames and of
   * all; the how manieth that was; and how often it came back to it since. */
  uint64_t state, whole;
  unsigned long states, taken, back;
  unsigned long next; /* state to be compared */
  struct question last;
  const struct peer *peer; /* whom it asked last */
  struct asker *following; /* in the round */
};

static struct {
  bool on;
  bool sure;    /* when the round began nothing else was to come */
  bool circles; /* in it answers or bytes were others, and then as before */
  int restarts;
  unsigned long looks;
  struct asker *askers, *first; /* of the round; who was patient first */
  unsigned done, count;         /* askers that have asked often enough; all */
  /* For each of them, if `sure`; for those that come back to a state. */
  unsigned long enough, enough_looping;
  struct map questions;
  struct map known; /* hashes: of answers, and of the windows by `changes` */
  uint64_t changes; /* all since the watch began, in any order */
} watch;

static unsigned long limit;
static void (*at_limit)(void);
static bool over;

/* --- rounds --- */

static struct observer observer;

static void round_begin(void)
{
  vain_round++;
  watch.sure = watch.circles = false;
  watch.looks = 0;
  watch.askers = watch.first = NULL;
  watch.done = watch.count = 0;
}

/* The first time since the watch began? */
static bool is_new(uint64_t hash)
{
  void **place = map_place(&watch.known, hash);
  bool first = !*place;
  *place = &watch;
  return first;
}

static void watch_begin(void)
{
  watch.on = true;
  watch.restarts = 0;
  watch.changes = 0;
  map_clear(&watch.known);
  is_new(watch.changes);
  observer_add(&observer);
  ranks_looking++;
  round_begin();
}

static void watch_end(void)
{
  watch.on = false;
  asking_unwatched = UNWATCHED;
  observer_remove(&observer);
  ranks_looking--;
  round_begin();
}

static void happened(void)
{
  if (!watch.on) return;
  if (++watch.restarts > RESTARTS)
    watch_end();
  else
    round_begin();
}

/* --- questions --- */

static uint64_t hash_of(uint64_t place, const void *data, size_t bytes)
{
  const char *at = data;
  uint64_t hash = hash_mix(bytes, place), word;
  for (; bytes >= sizeof word; bytes -= sizeof word, at += sizeof word) {
    memcpy(&word, at, sizeof word);
    hash = hash_mix(hash, word);
  }
  while (bytes--)
    hash = hash_mix(hash, (unsigned char)*at++);
  return hash;
}

static uint64_t key_of(const struct question *q)
{
  return hash_mix(hash_mix(q->bytes, (uintptr_t)q->memory),
                  (uint64_t)q->rank * OBSERVED_KINDS + q->kind);
}

static void questions_forget(void)
{
  for (uint32_t i = 0; i < watch.questions.count; i++)
    free(watch.questions.entries[i].value);
  map_clear(&watch.questions);
}

static bool same(const struct question *a, const struct question *b)
{
  return a->rank == b->rank && a->kind == b->kind && a->memory == b->memory &&
         a->bytes == b->bytes;
}

/* Who counts is in no state again. The loop may ask in several places, so the
 * state is a later one from time to time. */
static void compare_state(struct asker *a)
{
  if (++a->states < a->next) return;
  uint64_t state = caller_state_of(a->strand), whole;
  bool late = a->states >= 2 * a->taken;
  if (!late && state != a->state) return;
  if (!caller_whole_state_of(a->strand, &whole)) return;
  a->next = a->states + a->taken / BACK_APART;
  if (state == a->state && whole == a->whole)
    a->back++;
  else if (late)
    a->state = state, a->whole = whole, a->taken = a->states, a->back = 0;
}

static void on_operation(struct observer *o, const struct observed_operation *e)
{
  (void)o;
  struct question asked = {.rank = e->origin,
                           .kind = e->kind,
                           .memory = e->memory,
                           .bytes = e->bytes};
  if (watch.questions.count >= QUESTIONS) questions_forget();
  void **place = map_place(&watch.questions, key_of(&asked));
  if (!*place) *place = xcalloc(1, sizeof asked);
  struct question *q = *place;
  if (!same(q, &asked)) *q = asked;
  q->asked = q->round == vain_round ? q->asked + 1 : 1;
  q->round = vain_round;
  q->by = self->strand;
  q->call = self->call->function->name;
  q->site = self->call->site;
  if (strand_in_vain(q->by) && kind_fetches((enum operation_kind)q->kind))
    compare_state(q->by->asker);
}

static struct question *question_of(const struct operation *o)
{
  struct question asked = {
      .rank = o->peer->rma->rank->id,
      .kind = (enum observed_kind)o->kind,
      .memory = o->target + o->target_type->true_lb,
      .bytes = operation_bytes(o),
  };
  struct question *q = map_find(&watch.questions, key_of(&asked));
  return q && same(q, &asked) ? q : NULL;
}

/* Asked before in this round: what is asked once may be something else, and
 * take long. */
bool asking_in_vain(const void *operation)
{
  const struct question *q = question_of(operation);
  return q && q->round == vain_round && q->asked > 1 && strand_in_vain(q->by);
}

bool asking_service_in_vain(const void *service)
{
  return asking_in_vain(container_of(service, const struct operation, service));
}

/* --- calls --- */

static void on_call(struct observer *o, const struct observed_call *c)
{
  (void)o;
  if (!c->returns && !functions[c->function].asking) happened();
}

static struct observer observer = {.call = on_call, .operation = on_operation};

/* --- what is written --- */

static size_t target_bytes(const struct operation *o)
{
  return (size_t)(o->target_count * o->target_type->size);
}

static void *packed(const struct operation *o, size_t bytes)
{
  void *data = pool_take_bytes(bytes);
  datatype_pack(o->target, o->target_count, o->target_type, 0, bytes, data);
  return data;
}

void *asking_before(const struct operation *o)
{
  size_t bytes = target_bytes(o);
  return bytes <= COMPARED_MOST ? packed(o, bytes) : NULL;
}

/* Are the windows as they have been before? */
static bool leads_back(const struct operation *o, const void *before,
                       const void *after, size_t bytes)
{
  uint64_t place = (uintptr_t)o->target + (uint64_t)o->target_type->true_lb;
  watch.changes += hash_of(place, after, bytes) - hash_of(place, before, bytes);
  if (is_new(watch.changes)) return false;
  watch.circles = true;
  return true;
}

bool asking_changed(const struct operation *o, void *before)
{
  size_t bytes = target_bytes(o);
  void *after = before ? packed(o, bytes) : NULL;
  bool changed = !before || memcmp(before, after, bytes) != 0;
  if (changed && watch.on && !(before && leads_back(o, before, after, bytes)))
    happened();
  if (before) pool_give_bytes(before, bytes);
  if (after) pool_give_bytes(after, bytes);
  return changed;
}

/* --- looks in vain --- */

static struct asker *asker_of(struct strand *s)
{
  if (!s->asker) s->asker = xcalloc(1, sizeof *s->asker);
  struct asker *a = s->asker;
  if (strand_in_vain(s)) return a;
  s->vain = vain_round;
  *a = (struct asker){.polls = true,
                      .strand = s,
                      .clocks = s->clocks,
                      .following = watch.askers};
  watch.askers = a;
  watch.count++;
  return a;
}

static bool nothing_else(void)
{
  return engine_all_pending(vain_event);
}

/* Who has stopped asking waits for something else: a round without it. */
static bool one_stopped(void)
{
  bool stopped = false;
  for (struct asker *a = watch.askers; a; a = a->following) {
    if (a->seen == a->looks && !a->done) stopped = true;
    a->seen = a->looks;
  }
  return stopped;
}

/* What each of so many has of `all`: that, or as much as `full` have together,
 * but a part at least. */
static unsigned long part_of(unsigned long all, unsigned askers, unsigned full)
{
  if (askers <= full) return all;
  unsigned long most = (unsigned long)full * LEAST_PART;
  unsigned long share = askers < most ? askers : most;
  return all / share * full + all % share * full / share;
}

/* Who reads a clock may wait for a date. */
static bool loops(const struct asker *a)
{
  return a->back >= BACK_AT_LEAST && a->clocks == a->strand->clocks;
}

static bool has_enough(const struct asker *a)
{
  if (watch.circles) return a->looks >= watch.enough && loops(a);
  return a->looks >= watch.enough ||
         (a->looks >= watch.enough_looping && loops(a));
}

/* It may have read a clock since, or have begun to count. */
static bool all_have_enough(void)
{
  watch.done = 0;
  for (struct asker *a = watch.askers; a; a = a->following) {
    a->done = has_enough(a);
    watch.done += a->done;
  }
  return watch.done == watch.count;
}

/* Nothing else is to come: what is asked from now on counts. */
static void round_of_vain_only(void)
{
  unsigned n = watch.count;
  watch.enough = part_of(limit, n, FULL);
  watch.enough_looping = part_of(limit / LOOPING + 1, n, LOOPING_FULL);
  round_begin();
  watch.sure = true;
}

static void all_gave_up(void)
{
  over = nothing_else();
  if (over) at_limit();
  over = false;
  happened();
}

static void count(struct asker *a)
{
  a->looks++;
  if (!watch.sure) {
    if (++watch.looks % LOOK_EACH == 0 && nothing_else()) round_of_vain_only();
    return;
  }
  if (!a->done && has_enough(a)) {
    a->done = true;
    if (!watch.first) watch.first = a;
    if (++watch.done == watch.count && all_have_enough()) {
      all_gave_up();
      return;
    }
  }
  if (a == watch.first && a->looks % watch.enough == 0 && one_stopped())
    happened();
}

void asking_polled(void)
{
  struct asker *a = watch.on ? asker_of(self->strand) : NULL;
  if (!a || !a->polls) return;
  compare_state(a);
  count(a);
}

/* --- answers --- */

/* Is it what it was last, or before? */
static bool is_vain(const struct operation *o, struct question *q)
{
  if (o->lent) return false;
  size_t bytes = operation_fetched(o);
  const void *data = data_at((union data *)&o->fetched, bytes);
  uint64_t answer = hash_of(key_of(q), data, bytes);
  bool again = q->answered && q->answer == answer;
  q->answered = true;
  q->answer = answer;
  if (again) return true;
  if (is_new(answer)) return false;
  watch.circles = true;
  return true;
}

void asking_judge(const struct operation *o)
{
  if (!watch.on) watch_begin();
  asking_unwatched = 1; /* the next one, unless the watch ends */
  struct question *q = question_of(o);
  if (q && !is_vain(o, q)) {
    happened();
  } else if (q) {
    struct asker *a = asker_of((struct strand *)q->by);
    a->polls = false;
    a->last = *q;
    a->peer = o->peer;
    count(a);
  }
}

/* --- the end --- */

/* Of dynamic windows displacements are addresses, which are not shown. */
static void explain_place(const struct asker *a, char *text, size_t size)
{
  const struct window_view *v = a->peer->rma->view;
  const struct exposure *x = &v->window->exposures[a->peer->target];
  const char *memory = a->last.memory;
  char rank[EXPLAIN_RANK];
  peer_number(a->peer, rank);
  for (int i = 0; i < x->region_count; i++) {
    const struct region *r = &x->regions[i];
    if (memory < r->base || memory >= r->base + r->size) continue;
    snprintf(text, size, "byte %lld of what %s attached to %s",
             (long long)(memory - r->base), rank, window_label(v));
    return;
  }
  snprintf(text, size, "displacement %lld of %s of %s",
           (long long)((memory - x->base) / x->unit), rank, window_label(v));
}

bool asking_explain(const struct strand *s, const void **site, char *text,
                    size_t size)
{
  const struct asker *a = over && strand_in_vain(s) ? s->asker : NULL;
  if (!a || a->polls) return false;
  char place[256];
  explain_place(a, place, sizeof place);
  *site = a->last.site;
  snprintf(text, size, "%s finds nothing new at %s", a->last.call, place);
  return true;
}

bool asking_circles(void)
{
  return over && watch.circles;
}

void asking_limit(unsigned long patience, void (*give_up)(void))
{
  limit = patience;
  at_limit = give_up;
}
