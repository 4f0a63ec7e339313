/* Naps: what strands sleep, or pass between polls in vain, while others poll.
 *
 * Who sleeps may do something when it wakes, unless it sleeps in a loop that
 * waits: that comes back to a state of the program (caller.h), or has gone
 * round very often. Invariant: a nap costs no more than to count it, and states
 * are compared only when a deadlock is about to be told. */
#include "naps.h"

#include "caller.h"
#include "polls.h"
#include "rank.h"

/* Does it nap in the state in which it was looked at before? */
static bool look(struct strand *s)
{
  uint64_t before = s->napped_in;
  s->naps_seen = s->naps;
  s->napped_in = s->napping || s->sleeping ? caller_state_of(s) : 0;
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
  if (!s->napping || since >= POLLS_VAIN) return true;
  return since >= NAPS_AT_LEAST && s->naps > s->naps_seen && look(s);
}

void naps_note(void)
{
  for (int i = 0; i < ranks_count(); i++)
    for (struct strand *s = &rank_of(i)->main; s; s = s->next)
      look(s), s->naps_noted = s->naps;
}

bool naps_in_vain(void)
{
  bool all = true;
  for (int i = 0; i < ranks_count(); i++)
    for (struct strand *s = &rank_of(i)->main; s; s = s->next)
      all &= in_vain(s);
  return all;
}
