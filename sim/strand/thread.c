/* Threads: from pthread_create to pthread_join, and their ends.
 *
 * Invariant: a thread is in its crew's table until it is joined or, detached,
 * ends; `others` counts those that run start functions. A strand whose thread
 * has ended is idle, and a later thread may get it. */
#include "thread.h"

#include "../../model/memory.h"
#include "../image/image.h"
#include "../rank/polls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Carriers of a thread, by its number, which is never given again. */
static uint64_t beginning(const struct thread *t)
{
  return 2 * t->id;
}

static uint64_t ending(const struct thread *t)
{
  return 2 * t->id + 1;
}

static struct hash_key key_of(unsigned long id)
{
  return (struct hash_key){id, 0};
}

static struct thread *add(struct strand *s)
{
  struct crew *c = crew_self();
  struct thread *t = xcalloc(1, sizeof *t);
  t->id = ++c->last_id;
  t->strand = s;
  t->node.key = key_of(t->id);
  strncpy(t->name, program_invocation_short_name, sizeof t->name - 1);
  hash_add(&c->threads, &t->node);
  return s->thread = t;
}

static void discard(struct thread *t)
{
  hash_take(&self->crew->threads, t->node.key);
  crew_forget(t, ending(t));
  free(t);
}

/* main()'s is the first, whoever asks first. */
struct thread *thread_self(void)
{
  if (!self->main.thread) add(&self->main);
  struct strand *s = self->strand;
  return s->thread ? s->thread : add(s);
}

struct thread *thread_find(unsigned long id)
{
  return hash_find(&crew_self()->threads, key_of(id));
}

struct thread *thread_running(unsigned long id)
{
  struct thread *t = thread_find(id);
  return t && !t->ended ? t : NULL;
}

void thread_at_end(struct thread_end *e)
{
  struct thread *t = thread_self();
  e->next = t->ends;
  t->ends = e;
}

/* Destructors first: who waits for these ends finds the thread-locals gone. */
static void run_ends(struct thread *t)
{
  image_thread_end(self->image);
  while (t->ends) {
    struct thread_end *e = t->ends;
    t->ends = e->next;
    e->run(e);
  }
}

/* On its strand. The order is POSIX's: cleanup handlers have run, then come
 * the destructors, then others learn of it. */
static void thread_main(void *arg)
{
  struct thread *t = arg;
  if (!setjmp(t->leave)) t->value = image_call((void *)t->start, t->arg);
  run_ends(t);
  rank_meet();
  crew_release(t, ending(t));
  t->ended = true;
  t->strand->thread = NULL;
  rank_thread_ended();
  counter_done(&self->crew->others);
  queue_take_all(&t->joining);
  if (t->detached) discard(t);
}

struct strand *thread_strand(size_t stack, bool pooled)
{
  struct strand *s = rank_strand(stack, pooled);
  s->own = image_thread_new(self->image, s->own);
  s->untold = false;
  return s;
}

int thread_new(unsigned long *id, size_t stack, bool detached,
               void *(*start)(void *), void *arg, const void *site)
{
  rank_meet();
  struct thread *maker = thread_self();
  struct strand *s = thread_strand(stack, false);
  s->untold = image_untold(site);
  struct thread *t = add(s);
  memcpy(t->name, maker->name, sizeof t->name);
  t->manner = manner_inherited(&maker->manner);
  t->start = start;
  t->arg = arg;
  t->detached = detached;
  self->crew->others.pending++;
  *id = t->id;
  crew_release(t, beginning(t));
  rank_start(s, thread_main, t);
  crew_started(s, t, beginning(t));
  crew_forget(t, beginning(t));
  return 0;
}

static void explain_join(const struct counter *c, char *text, size_t size)
{
  const struct thread *t = c->about;
  snprintf(text, size, "the end of thread %d", t->strand->number);
  explain_whom_strand(t->strand);
}

int thread_join(unsigned long id, void **value, struct pause pause, double date)
{
  rank_meet();
  struct thread *t = thread_find(id);
  if (!t) return ESRCH;
  if (t == thread_self()) return EDEADLK;
  if (t->detached || t->awaited) return EINVAL;
  if (!t->ended && date <= self->time) { /* others may join it meanwhile */
    strand_poll(pause);
    return ETIMEDOUT;
  }
  struct entry e = {.granted = {.explain = explain_join, .about = t}};
  t->awaited = true;
  if (!t->ended && !queue_wait(&t->joining, &e, pause, date)) {
    t->awaited = false;
    return queue_error(date);
  }
  if (value) *value = t->value;
  crew_acquire(t, ending(t));
  rank_thread_joined();
  discard(t);
  return 0;
}

int thread_detach(unsigned long id)
{
  struct thread *t = thread_find(id);
  if (!t) return ESRCH;
  if (t->detached) return EINVAL;
  if (t->awaited) return 0; /* who joins it discards it, as glibc has it */
  t->detached = true;
  if (t->ended) discard(t);
  return 0;
}

static void explain_others(const struct counter *c, char *text, size_t size)
{
  snprintf(text, size, "the end of %ld other thread%s", c->pending,
           c->pending == 1 ? "" : "s");
  explain_whom_beside();
}

/* The process ends with its last thread: main()'s waits for the others. Who
 * joins it frees it meanwhile: what exit() runs is another's. */
static void exit_first(struct thread *t, struct pause pause)
{
  struct crew *c = self->crew;
  run_ends(t);
  rank_meet();
  crew_release(t, ending(t));
  t->ended = true;
  rank_thread_ended();
  queue_take_all(&t->joining);
  c->others.explain = explain_others;
  strand_wait(&c->others, pause, HUGE_VAL);
  self->main.thread = NULL;
  image_exit(0);
}

void thread_exit(void *value, struct pause pause)
{
  struct thread *t = thread_self();
  t->value = value;
  if (t->strand == &self->main) exit_first(t, pause);
  longjmp(t->leave, 1);
}
