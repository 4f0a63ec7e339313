/* Naps: what strands sleep, or pass between polls in vain, while others poll.
 *
 * Who sleeps may do something when it wakes, and who has just woken may be
 * about to, unless it sleeps in a loop that waits: that comes back to a state
 * of the program (caller.h), or has gone round very often. Invariant: a nap
 * costs no more than to count it, and states are compared only when a deadlock
 * is about to be told. */
#include "naps.h"

#include "caller.h"
#include "polls.h"
#include "rank.h"

static bool naps(const struct strand *s)
{
  return s->napping || s->sleeping;
}

/* Has it woken since this was last asked? */
static bool has_woken(struct strand *s)
{
  unsigned long before = s->naps_ended;
  s->naps_ended = s->naps - naps(s);
  return s->naps_ended > before;
}

/* Does it nap in the state in which it was looked at before? */
static bool look(struct strand *s)
{
  uint64_t before = s->napped_in;
  s->naps_seen = s->naps;
  s->napped_in = naps(s) ? caller_state_of(s) : 0;
  return s->napped_in == before;
}

/* So many of them may well be counted in memory, which is in no state. */
enum { NAPS_AT_LEAST = 8 };

/* Where a loop sleeps in several places, the state is a later one. Who has
 * ended with its rank does not wake. */
static bool in_vain(struct strand *s)
{
  if (s->rank->state == RANK_ENDED) return true;
  unsigned long since = s->naps - s->naps_noted;
  bool woken = has_woken(s);
  if (since >= POLLS_VAIN) return true;
  if (!naps(s)) return !woken || since >= NAPS_AT_LEAST;
  return since >= NAPS_AT_LEAST && s->naps > s->naps_seen && look(s);
}

void naps_note(void)
{
  for (int i = 0; i < ranks_count(); i++)
    for (struct strand *s = &rank_of(i)->main; s; s = s->next)
      look(s), has_woken(s), s->naps_noted = s->naps;
}

bool naps_in_vain(void)
{
  bool all = true;
  for (int i = 0; i < ranks_count(); i++)
    for (struct strand *s = &rank_of(i)->main; s; s = s->next)
      all &= in_vain(s);
  return all;
}
