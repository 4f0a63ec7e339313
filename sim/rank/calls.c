/* Calls of MPI that take no time, or hardly any, and the like, on and on.
 *
 * Who waits in a loop for what others store, and asks MPI something in each
 * round that costs nothing, would never let them do it. Who makes types, or
 * reads attributes, calls as often, but not for ever. Calls at one date are
 * those within a nanosecond. Invariant: of more than CALLS_AT_ONCE of them each
 * CALLS_EACHth is a poll, or several, and these do not begin the count anew. */
#include "calls.h"

#include "call.h"
#include "polls.h"
#include "spinners.h"

enum { CALLS_EACH = 32, POLLS_EACH = 32, DOUBLINGS = 4 };
/* Of which the last ones are all alike. */
enum { CALLS_MOST = 2 * DOUBLINGS * CALLS_EACH * POLLS_EACH };

void rank_calls_on(void)
{
  struct rank *r = self;
  int n = r->calls - CALLS_AT_ONCE;
  if (n == CALLS_MOST) r->calls -= CALLS_MOST / 2;
  if (n % CALLS_EACH || (r->call && r->call->outer)) return;
  n /= CALLS_EACH * POLLS_EACH;
  rank_tell_stored();
  rank_meet();
  if (rank_on_poll) rank_on_poll();
  rank_poll_after(n < DOUBLINGS ? n : DOUBLINGS);
  r->called = rank_date_hash(r->time);
}

void strand_note_call(struct pause pause)
{
  struct strand *s = self->strand;
  struct pause before = s->pause;
  if (self->call) return;
  s->pause = pause;
  rank_note_call(self);
  s->pause = before;
}
