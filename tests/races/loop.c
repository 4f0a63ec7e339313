/* Loops: each of their calls is made again and again at its one place, of one
 * rank or of several, with what completes it in the loop or behind it.
 *
 * Invariant: locks, exposures and mutexes that a round takes are given back by
 * its end, so that each round is drawn as the first one. */
#include "events.h"

enum { PIECES = 4, LONG = 40, MOMENTS_OF_LOOP = 1500 };

static struct held {
  int count, list[PIECES][3]; /* origin, window, target */
} held;
static bool takes_mutexes; /* nobody had one when the loop began */
static bool renews;        /* what the round begins is over at its end */

static bool may_operate(int me, int window, int target)
{
  struct epoch *e = &epochs[window][me][target];
  if (!is_open(window, target)) return false;
  if (epochs_of(window) == POSTS) return has_started(me, window, target);
  if (epochs_of(window) != LOCKS || e->open) return true;
  if (held.count == PIECES) return false;
  lock(me, window, target);
  if (!e->open) return false;
  int *h = held.list[held.count++];
  h[0] = me;
  h[1] = window;
  h[2] = target;
  return true;
}

static void operation_piece(int me, int window, int target)
{
  for (int i = 0; i < ranks; i++, target = (target + 1) % ranks)
    if (may_operate(me, window, target)) {
      operate(draw_strand(me), window, target);
      return;
    }
}

static void synchronise(int me, int window, int target)
{
  bool flushes =
      epochs_of(window) == LOCK_ALL || epochs[window][me][target].open;
  if (closed[window])
    collect();
  else if (epochs_of(window) == FENCES)
    fence(window, false);
  else if (!flushes)
    collect();
  else if (chance(80))
    flush(draw_strand(me), window, target);
  else
    sync_window(draw_strand(me), window);
}

/* What one rank does, or any of them. */
static void piece(int me, int window, bool only)
{
  int dice = only ? 20 + draw(50) : draw(100), target = draw(ranks);
  int to = (me + 1 + draw(ranks - 1)) % ranks, strand = draw_strand(me);
  if (kind->threads == TEAMS && chance(30) && team_round_event(strand))
    ;
  else if (kind->threads && kind->threads != TEAMS && takes_mutexes &&
           chance(15))
    lock_event(me);
  else if (kind->requests && chance(40) && pair_round_event())
    ;
  else if (kind->requests && chance(15) && collect_in_round())
    ;
  else if (renews && chance(25))
    renewal_round_event(me, window);
  else if (kind->atomics && chance(20))
    atomic_event(strand, draw_strand(kind->shared ? to : me));
  else if (dice < 25)
    touch(strand);
  else if (dice < 65)
    operation_piece(me, window, target);
  else if (dice < 80)
    synchronise(me, window, target);
  else if (dice < 85)
    request_end_of_round(strand);
  else if (dice < 95)
    message(strand, draw_strand(to));
  else
    collect();
}

static void give_back(int window, bool exposes)
{
  for (; held.count; held.count--) {
    const int *h = held.list[held.count - 1];
    unlock(h[0], h[1], h[2]);
  }
  for (int r = 0; exposes && r < ranks; r++)
    hide(window, r);
  if (takes_mutexes) locks_free();
}

static void round_of(int pieces, bool alone, bool waits)
{
  int me = draw(ranks), window = draw(kind->windows);
  bool exposes = epochs_of(window) == POSTS && !closed[window] &&
                 !is_exposed(window) && chance(80);
  takes_mutexes = kind->threads && !any_locked();
  renews = kind->dynamic ||
           (kind->renewal && waits && (epochs_of(window) != POSTS || exposes));
  if (exposes) expose(window);
  for (int i = 0; i < pieces; i++)
    piece(alone ? me : draw(ranks), window, pieces == 1);
  for (int r = 0; waits && r < ranks; r++)
    while (request_end_of_round(r))
      ;
  give_back(window, exposes);
}

/* Most are short. */
static int draw_rounds(int pieces)
{
  int rounds = 2 + draw(chance(70) ? 4 : LONG - 1);
  while (rounds > 2 && rounds * pieces * (ranks + 2) > MOMENTS_OF_LOOP)
    rounds /= 2;
  return rounds;
}

/* A rank updates a word again and again, and who looks at it between two of
 * these, or has seen the last, stores there. */
static void watch(void)
{
  int target = draw(ranks), by = (target + 1 + draw(ranks - 1)) % ranks;
  int cell = draw(ATOMIC_CELLS), rounds = draw_rounds(2);
  bool first = chance(50), often = chance(50);
  if (word_at(memory_space(target), cell)->retired) return;
  loop_begin(rounds);
  do {
    requests_round(rounds);
    if (first) operate_word(by, target, cell, false);
    if (often) operate_word(target, target, cell, true);
    if (often) flush(target, 0, target);
    if (!first) operate_word(by, target, cell, false);
  } while (loop_goes_on());
  if (chance(30)) operate_word(target, target, cell, true);
  if (chance(30)) flush(by, 0, target);
  if (chance(30)) flush(target, 0, target);
  if (chance(70)) store_in_word(target, target, cell);
}

void loop_event(void)
{
  if (kind->words && chance(50)) {
    watch();
    return;
  }

  int pieces = chance(40) ? 1 : 1 + draw(PIECES), rounds = draw_rounds(pieces);
  bool alone = chance(60), waits = rounds > 8 || chance(60);
  loop_begin(rounds);
  do {
    requests_round(rounds);
    round_of(pieces, alone, waits);
  } while (loop_goes_on());
}
