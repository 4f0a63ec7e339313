/* Calls of MPI that take no time, on and on.
 *
 * Who waits in a loop for what others store, and asks MPI something in each
 * round that costs nothing, would never let them do it. Who makes types, or
 * reads attributes, calls as often, but not for ever. Invariant: of more than
 * CALLS_AT_ONCE calls at one date each CALLS_EACHth is a poll, or several,
 * which take less than such calls do elsewhere. */
#include "calls.h"

#include "call.h"
#include "polls.h"
#include "spinners.h"

enum { CALLS_EACH = 32, POLLS_EACH = 32, DOUBLINGS = 4 };

void rank_calls_on(void)
{
  struct rank *r = self;
  unsigned n = r->calls - CALLS_AT_ONCE;
  if (n % CALLS_EACH || r->call->outer) return;
  n /= CALLS_EACH * POLLS_EACH;
  rank_tell_stored();
  rank_meet();
  if (rank_on_poll) rank_on_poll();
  rank_poll_after(n < DOUBLINGS ? (int)n : DOUBLINGS);
  r->called = rank_date_half(r->time);
}
