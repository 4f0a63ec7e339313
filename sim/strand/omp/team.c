/* Teams: from the fork to the join, and their barriers.
 *
 * The threads of a team but the first are workers: pooled strands, of which
 * the free one with the lowest number is taken, so that the same number of
 * threads finds the same thread-local variables in the next region. Invariant:
 * when team_run() returns, the strands of the team are idle again. */
#include "team.h"

#include "entry.h"
#include "share.h"

#include "../thread.h"
#include "../../image/image.h"
#include "../../rank/polls.h"
#include "../../rank/unsimulated.h"
#include "../../../model/memory.h"

#include <stdlib.h>

struct omp *omp_self(void)
{
  if (!self) unsimulated("OpenMP");
  struct crew *c = crew_self();
  if (c->omp) return c->omp;
  c->omp = xcalloc(1, sizeof *c->omp);
  settings_read(&c->omp->initial, &c->omp->settings);
  return c->omp;
}

/* --- teams of one --- */

static void member_init(struct team *t, int number)
{
  struct member *m = &t->members[number];
  m->team = t;
  m->number = number;
  m->task.team = t;
  m->task.member = m;
  m->task.references = 1;
}

static struct team *team_alloc(int size)
{
  struct team *t = xcalloc(1, sizeof *t);
  t->size = size;
  t->members = xcalloc(size, sizeof *t->members);
  for (int i = 0; i < size; i++)
    member_init(t, i);
  return t;
}

static void team_free(struct team *t)
{
  shares_free(t);
  crew_forget(t, 0);
  crew_forget(&t->barriers, t->barriers - 1);
  for (int i = 0; i < t->size; i++) {
    depend_forget(&t->members[i].task);
    crew_forget(&t->members[i].task.children, 0);
  }
  free(t->members);
  free(t);
}

/* The team of a thread that the program has made by itself: a later one on the
 * same strand begins anew. */
struct initial {
  struct thread_end end;
  struct team *team;
};

/* Its tasks may still be there: somebody may fulfil their events. */
static void initial_ends(struct thread_end *end)
{
  struct initial *i = container_of(end, struct initial, end);
  self->strand->task = NULL;
  if (!i->team->unfinished) team_free(i->team);
  free(i);
}

static void end_with_thread(struct team *t)
{
  struct initial *i = xmalloc(sizeof *i);
  *i = (struct initial){{.run = initial_ends}, t};
  thread_at_end(&i->end);
}

struct task *task_self(void)
{
  if (!self) unsimulated("OpenMP");
  struct strand *s = self->strand;
  if (s->task) return s->task;
  struct omp *omp = omp_self();
  struct team *t = team_alloc(1);
  s->task = &t->members[0].task;
  s->task->settings = omp->initial;
  if (s != &self->main) end_with_thread(t);
  return s->task;
}

/* --- fork --- */

int team_size(int asked)
{
  const struct task *me = task_self();
  const struct omp *omp = omp_self();
  int n = asked > 0 ? asked : me->settings.threads;
  if (me->team->active >= me->settings.max_levels) n = 1;
  return n < omp->settings.thread_limit ? n : omp->settings.thread_limit;
}

/* What the implicit tasks inherit, and the next entry of OMP_NUM_THREADS. */
static struct settings inherited(const struct team *t)
{
  const struct rank_settings *r = &omp_self()->settings;
  struct settings s = t->parent->settings;
  if (t->level < r->listed_count) s.threads = r->listed[t->level];
  return s;
}

struct team *team_new(int size)
{
  struct team *t = team_alloc(size);
  t->parent = task_self();
  t->level = t->parent->team->level + 1;
  t->active = t->parent->team->active + (size > 1);
  struct settings s = inherited(t);
  for (int i = 0; i < size; i++)
    t->members[i].task.settings = s;
  return t;
}

/* Runs on the strand of a worker. */
static void worker_main(void *arg)
{
  struct member *m = arg;
  struct team *t = m->team;
  self->strand->task = &m->task;
  t->hungry--;
  image_call((void *)t->body, t->arg);
  team_barrier(t->pause);
  self->strand->task = NULL;
  counter_done(&t->leaving);
}

/* The next free worker behind *at. */
static struct strand *take_worker(struct strand **at, size_t stack)
{
  struct strand *s = *at;
  while (s && !(s->pooled && s->idle))
    s = s->next;
  *at = s ? s->next : NULL;
  return s ? s : thread_strand(stack, true);
}

void team_enter(struct team *t)
{
  self->strand->task = &t->members[0].task;
}

void team_leave(void)
{
  struct team *t = self->strand->task->team;
  self->strand->task = t->parent;
  team_free(t);
}

static void explain_leaving(const struct counter *c, char *text, size_t size)
{
  snprintf(text, size, "the end of %ld thread%s", c->pending,
           c->pending == 1 ? "" : "s");
  explain_whom_beside();
}

void team_run(struct team *t, void (*body)(void *), void *arg,
              struct pause pause)
{
  rank_meet();
  t->body = body;
  t->arg = arg;
  t->pause = pause;
  t->leaving =
      (struct counter){.pending = t->size - 1, .explain = explain_leaving};
  crew_release(t, 0);
  t->hungry = t->size - 1;
  struct strand *at = self->main.next;
  for (int i = 1; i < t->size; i++) {
    struct strand *s = take_worker(&at, omp_self()->settings.stack);
    rank_start(s, worker_main, &t->members[i]);
    crew_started(s, t, 0);
  }
  team_enter(t);
  body(arg);
  team_barrier(pause);
  if (t->size > 1) strand_wait(&t->leaving, pause, HUGE_VAL);
  team_leave();
}

/* --- waiting --- */

struct pause pause_here(const char *name, const void *site, const void *frame)
{
  const char *path;
  if (!self) unsimulated(name);
  const struct task *me = self->strand->task;
  if (me && me->team->pause.site && !image_file_address(site, &path))
    site = me->team->pause.site;
  return (struct pause){name, site, frame};
}

enum { CALLED = 1 }; /* the kind of an entry that was taken for a task */

void team_wait(struct team *t, const void *on,
               void (*explain)(const struct counter *, char *, size_t),
               struct pause pause)
{
  struct entry e = {.granted = {.explain = explain, .about = on}, .on = on};
  queue_wait(&t->waiting, &e, pause, HUGE_VAL);
  if (e.kind == CALLED) t->hungry--;
}

bool team_call(struct team *t, const void *on)
{
  struct entry *e = queue_take_on(&t->waiting, on);
  if (!e) return false;
  e->kind = CALLED;
  t->hungry++;
  return true;
}

void team_turn(struct team *t, struct pause pause)
{
  struct strand *s = self->strand;
  struct pause before = s->pause;
  if (t->hungry == 0) return;
  t->hungry++;
  s->pause = pause;
  rank_yield();
  s->pause = before;
  t->hungry--;
}

static void explain_barrier(const struct counter *, char *text, size_t size);

/* The last one that is not at the barrier; NULL: there are several. */
static const struct strand *last_of(const struct rank *r, const struct team *t)
{
  const struct strand *last = NULL;
  for (const struct strand *s = &r->main; s; s = s->next) {
    const struct counter *c = s->waits;
    bool there = c && c->explain == explain_barrier && c->about == t;
    if (there || s->idle || !s->task || s->task->team != t) continue;
    if (last) return NULL;
    last = s;
  }
  return last;
}

static void explain_barrier(const struct counter *c, char *text, size_t size)
{
  const struct entry *e = container_of(c, const struct entry, granted);
  const struct team *t = c->about;
  int missing = t->size - t->arrived;
  if (missing)
    snprintf(text, size, "%d more thread%s of %d at its barrier", missing,
             missing == 1 ? "" : "s", t->size);
  else
    snprintf(text, size, "%ld task%s to end", t->unfinished,
             t->unfinished == 1 ? "" : "s");
  const struct strand *last = last_of(e->strand->rank, t);
  if (last)
    explain_whom_strand(last);
  else
    explain_whom_beside();
}

/* The barriers of a team are carriers by number: all release on arrival, all
 * acquire when they leave, and none needs the last one when the next is over.
 * A task that ends releases to the next barrier, whoever executed it. */
void team_task_ended(struct team *t)
{
  crew_release(&t->barriers, t->barriers);
}

static void barrier_over(struct team *t)
{
  if (t->barriers > 0) crew_forget(&t->barriers, t->barriers - 1);
  t->arrived = 0;
  t->barriers++;
  while (queue_take_on(&t->waiting, t))
    ;
}

void team_barrier(struct pause pause)
{
  rank_meet();
  struct member *m = member_self();
  struct team *t = m->team;
  unsigned long number = t->barriers;
  t->arrived++;
  crew_release(&t->barriers, number);
  bool called = false;
  while (t->barriers == number) {
    if (t->ready && !called && m->fed) team_turn(t, pause);
    called = false;
    if (task_execute_any(t) || t->barriers != number) continue;
    if (t->arrived == t->size && t->unfinished == 0) {
      barrier_over(t);
    } else {
      team_wait(t, t, explain_barrier, pause);
      called = true;
    }
  }
  m->fed = false;
  crew_acquire(&t->barriers, number);
}
