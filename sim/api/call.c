/* Entering and leaving MPI.
 *
 * Invariant: between call_enter and call_over self->call is this call, and
 * self is in MPI, its thread-locals aside; only MPI_Wtime does not serve what
 * waited for that, since reading a clock makes no progress. */
#include "call.h"
#include "raise.h"

#include "../../model/observer.h"
#include "../exit.h"
#include "../engine/engine.h"
#include "../rank/calls.h"
#include "../rank/own.h"
#include "../rank/unsimulated.h"
#include "../where/large_stack.h"

#include <api.h>
#include <stdio.h>

/* MPI is not there, or not in the way of the world model. */
static void check_alive(const struct call *call)
{
  if (call->function->anytime || self->sessions > 0) return;
  bool world = self->state != RANK_STARTING;
  raise_end(world ? " after MPI_Finalize [MPI-4.1 11.2.2]"
            : self->session_numbers
                ? " after MPI_Session_finalize [MPI-4.1 11.3.1]"
                : " before MPI_Init [MPI-4.1 11.2.1]",
            EXIT_MPI_ERROR);
}

static __attribute__((noinline)) void tell(const struct call *call,
                                           bool returns, int error)
{
  OBSERVE(call, .rank = self->id, .name = call->function->name,
          .function = (int)(call->function - functions), .site = call->site,
          .entered = call->start, .returns = returns,
          .left = returns ? self->time : 0, .error = error);
}

/* --- threads --- */

/* Another thread of the rank that is in MPI; NULL: none. */
static const struct strand *other_in_mpi(void)
{
  for (const struct strand *s = &self->main; s; s = s->next)
    if (s != self->strand && s->call) return s;
  return NULL;
}

static void tell_misuse(const struct call *call, int class, bool differ,
                        const char *sentence)
{
  OBSERVE(error, .strand = observed_strand(self->strand), .class = class,
          .sentence = sentence, .misuse = true, .differ = differ,
          .call = call->function->name, .site = call->site, .date = self->time);
}

void call_misused(const struct call *call, const char *sentence)
{
  tell_misuse(call, MPI_ERR_OTHER, false, sentence);
}

void call_disagrees(const char *sentence)
{
  tell_misuse(self->call, MPI_ERR_OTHER, true, sentence);
}

void call_broke_promise(const char *sentence)
{
  tell_misuse(self->call, MPI_ERR_ASSERT, false, sentence);
}

void call_on_text(const char *what, const char *section)
{
  char sentence[160];
  snprintf(sentence, sizeof sentence,
           ": %s is not defined on MPI_CHAR, which is text, and is carried out "
           "as on MPI_SIGNED_CHAR; take that [MPI-4.1 %s]",
           what, section);
  call_misused(self->call, sentence);
}

/* Any thread asks what it may call. [MPI-4.1 11.6.2] */
static bool asks_itself(const struct function *f)
{
  return f == &functions[CALL_Query_thread] ||
         f == &functions[CALL_Is_thread_main];
}

static void tell_turn(const struct call *call, bool ends)
{
  OBSERVE(turn, .strand = observed_strand(self->strand), .ends = ends,
          .last = call->function == &functions[CALL_Finalize],
          .call = call->function->name, .site = call->site, .date = self->time);
}

/* Who ends MPI is who began it, and leaves no thread in it. What a thread does
 * in a session may go on. [MPI-4.1 11.6.2] */
static void check_end(const struct call *call)
{
  char sentence[160];
  if (self->strand != self->initial)
    call_misused(call,
                 " by another thread than the main one, which initialized "
                 "MPI and is to end it [MPI-4.1 11.6.2]");
  const struct strand *other = other_in_mpi();
  if (!other) return tell_turn(call, false);
  snprintf(sentence, sizeof sentence,
           " while thread %d is in %s, which must be over before "
           "[MPI-4.1 11.6.2]",
           other->number, other->call->function->name);
  call_misused(call, sentence);
}

/* Does what was said to MPI_Init_thread tell who may make this call? */
static bool has_level(const struct call *call)
{
  return !call->function->anytime && !asks_itself(call->function) &&
         self->state == RANK_RUNNING && self->sessions == 0;
}

/* A rank with threads calls MPI as it said to MPI_Init_thread. */
static __attribute__((noinline)) void check_thread(const struct call *call)
{
  char sentence[160];
  const char *ask = "ask MPI_Init_thread for more [MPI-4.1 11.6]";
  if (!has_level(call)) return;
  if (call->function == &functions[CALL_Finalize]) return check_end(call);
  if (self->thread_level == MPI_THREAD_MULTIPLE) return;
  if (self->thread_level == MPI_THREAD_SERIALIZED) {
    const struct strand *other = other_in_mpi();
    if (!other) return tell_turn(call, false);
    snprintf(sentence, sizeof sentence,
             " while thread %d is in %s, under MPI_THREAD_SERIALIZED; %s",
             other->number, other->call->function->name, ask);
  } else {
    bool single = self->thread_level == MPI_THREAD_SINGLE;
    if (self->strand == self->initial) return;
    snprintf(sentence, sizeof sentence,
             " by another thread than the main one, under %s; %s",
             single ? "MPI_THREAD_SINGLE" : "MPI_THREAD_FUNNELED", ask);
  }
  call_misused(call, sentence);
}

/* --- in and out --- */

/* Its caller is the entry, whose frame it notes. */
__attribute__((noinline)) void call_enter(struct call *call, int number,
                                          void *site)
{
  struct rank *r = self;
  const struct function *f = &functions[number];
  if (!r) unsimulated(f->name);
  call->function = f;
  call->site = site;
  call->frame = *(void **)__builtin_frame_address(0);
  call->start = r->time;
  call->outer = r->call;
  call->aside = own_set_aside(true);
  call->session_number = 0;
  call->comm = NULL;
  call->window = NULL;
  call->session = NULL;
  call->file = NULL;
  call->blamed = NULL;
  call->error = 0;
  r->call = call;
  observers_tell_withheld();
  if (observers_hear.call) tell(call, false, 0);
  if (r->state != RANK_RUNNING) check_alive(call);
  if (observers_hear.error && (rank_shares || r->strand != r->initial))
    check_thread(call);
  if (number == CALL_Wtime) return;
  rank_enter_mpi();
  rank_note_call(r);
}

static __attribute__((noinline)) void end_turn(const struct call *call)
{
  if (has_level(call)) tell_turn(call, true);
}

static void serve(void *unused)
{
  (void)unused;
  engine_serve();
}

void call_blame(struct comm_view *view)
{
  struct call *call = self->call;
  if (view && !call->blamed) call->comm = call->blamed = comm_view_ref(view);
}

void call_over(struct call *call)
{
  if (call->blamed) comm_view_unref(call->blamed);
  observers_tell_withheld();
  /* It may go on calling, and never come to the engine. */
  if (__builtin_expect(engine_requested, 0)) on_large_stack(serve, NULL);
  if (observers_hear.call) tell(call, true, call->error);
  if (observers_hear.turn && rank_shares) end_turn(call);
  self->call = call->outer;
  own_set_aside(call->aside);
}

int call_leave(struct call *call, int error)
{
  call->error = error;
  int code = error ? raise_error(call, error) : 0;
  if (self->call == call) call_over(call);
  return code;
}

int call_unsupported(void)
{
  return fault(MPI_ERR_UNSUPPORTED_OPERATION,
               ": this version of Oriel does not have it");
}
