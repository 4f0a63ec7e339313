/* Ranks that poll with MPI calls.
 *
 * They pass time by themselves, so events go on for ever. When nothing but such
 * polls has happened for the patience of the user, none can succeed; so it is
 * with ranks that ask by one-sided operations (sim/rma/asking.c). Invariant:
 * polls are counted, no host time is read, so that the report repeats. */
#include "patience.h"

#include "deadlock.h"

#include "../exit.h"
#include "../image/libc_wait.h"
#include "../rank/naps.h"
#include "../rank/rank.h"
#include "../rank/spinners.h"
#include "../rank/streams.h"
#include "../rma/asking.h"

#include <limits.h>

/* A poll costs the host somewhat less than a microsecond. */
#define POLLS_PER_SECOND 1e6

/* What happened besides polls, and the polls since. */
static struct {
  unsigned long others, polls, patience;
  double seconds; /* as the user has it */
} idle;

static void give_up(void)
{
  if (libc_wait_look_again()) return;
  streams_close();
  deadlock_report(idle.seconds);
  run_end(EXIT_DEADLOCK);
}

/* At every poll: has nothing but polls happened for too long, and is nothing
 * else to come? Naps are judged by the second half of that; what sleeps longer
 * has as much time again. */
static void judge_polls(void)
{
  unsigned long half = idle.patience / 2;
  struct engine_counts counts = engine_counts();
  unsigned long others = counts.events + counts.flows - rank_poll_events();
  if (others != idle.others) {
    idle.others = others;
    idle.polls = 0;
  }
  asking_polled();
  if (idle.polls++ == half) naps_note();
  if (idle.polls < idle.patience) return;
  idle.polls = 0;
  if (!engine_all_pending(rank_poll_ends)) return;
  if (!naps_in_vain())
    idle.polls = half + 1;
  else if (!rank_count_on())
    give_up();
}

/* The same at every wait that ends with its limit, of nothing but these: who
 * polls or sleeps may be about to end them. */
static void judge_waits(void)
{
  static unsigned long others, waits;
  struct engine_counts counts = engine_counts();
  unsigned long now = counts.events + counts.flows - rank_wait_events();
  if (now != others) waits = 0;
  others = now;
  if (++waits < idle.patience) return;
  if (engine_all_pending(rank_wait_ends)) give_up();
}

/* Of more than can be counted: as many as can, which never pass. */
static unsigned long polls_of(double seconds)
{
  double polls = seconds * POLLS_PER_SECOND;
  return polls < (double)ULONG_MAX ? (unsigned long)polls + 1 : ULONG_MAX;
}

void patience_open(double seconds)
{
  idle.seconds = seconds;
  idle.patience = polls_of(seconds);
  rank_on_poll = judge_polls;
  rank_on_timeout = judge_waits;
  asking_limit(idle.patience, give_up);
}
