/* Strands beside that of main(): they are made, run a body, and are idle until
 * they are given another. Invariant: their structs are never freed, as an event
 * may hold one whose strand has ended. */
#include "own.h"
#include "spinners.h"
#include "turn.h"

#include "../../model/memory.h"
#include "../../model/observer.h"

#include <errno.h>

static void tell_end(const struct strand *s)
{
  void *low = NULL, *high = NULL;
  engine_stack(s->context, &low, &high);
  const char *locals = s->pooled || !s->own ? NULL : s->own->locals;
  OBSERVE(
      thread_end, .strand = observed_strand(s),
      .gone = {{low, high}, {locals, locals ? locals + s->own->size : NULL}});
}

static void becomes_idle(struct strand *s)
{
  struct strand **from = &s->rank->idle_from;
  s->idle = true;
  if (!s->pooled && (!*from || s->number < (*from)->number)) *from = s;
}

static void strand_main(void *arg)
{
  struct strand *s = arg;
  turn_begin(s);
  for (;;) {
    errno = 0;
    s->body(s->arg);
    rank_tell_ran(s->rank);
    s->rank->computing = true;
    becomes_idle(s);
    tell_end(s);
    s->rank->busy--;
    s->stored_nothing = true;
    while (s->idle)
      rank_park(NULL);
    s->stored_nothing = false;
  }
}

static void strand_spawn(void *arg)
{
  struct strand *s = arg;
  size_t stack = s->stack ? s->stack : turn_stack;
  s->context = engine_spawn(stack, strand_main, s);
}

static struct strand *strand_new(size_t stack, bool pooled)
{
  struct strand *last = self->last_strand, *s = xcalloc(1, sizeof *s);
  if (!last) last = &self->main;
  *s = (struct strand){.rank = self,
                       .number = last->number + 1,
                       .idle = true,
                       .pooled = pooled,
                       .stack = stack};
  return self->last_strand = last->next = s;
}

struct strand *rank_strand(size_t stack, bool pooled)
{
  bool passed = false; /* an idle one, whose stack is another */
  for (struct strand *s = pooled ? NULL : self->idle_from; s; s = s->next) {
    bool idle = s->idle && !s->pooled, fits = idle && s->stack == stack;
    passed |= idle && !fits;
    if (!passed) self->idle_from = s->next;
    if (fits) return s;
  }
  return strand_new(stack, pooled);
}

void rank_start(struct strand *s, void (*body)(void *), void *arg)
{
  s->body = body;
  s->arg = arg;
  s->time = self->time;
  s->call = NULL;
  s->polls = 0;
  s->ahead = 0;
  s->computing = true;
  s->idle = false;
  s->uses++;
  s->timeouts = 0;
  if (s == self->initial && !s->pooled) self->initial = NULL;
  self->busy++;
  rank_threaded = rank_shares = true;
  engine_at(self->time, s->context ? rank_wake : strand_spawn, s);
}

void rank_thread_ended(void)
{
  self->unjoined++;
}

void rank_thread_joined(void)
{
  self->unjoined--;
  turn_take(self);
}
