/* Epochs: fences, posts and starts, locks; what completes operations, and whom
 * that tells. */
#include "copies.h"
#include "events.h"

/* --- passive target --- */

struct epoch epochs[WINDOWS][RANKS][RANKS];
/* Of a target: shared, exclusive. */
static struct moments unlocks[WINDOWS][RANKS][2];
bool synced[STRANDS];

void flush(int strand, int window, int target)
{
  bool local = chance(50), all = chance(40);
  event(strand);
  emit("MPI_Win_flush%s%s(", local ? "_local" : "", all ? "_all" : "");
  if (!all) emit("%d, ", target);
  emit("win[%d]);", window);
  complete(strand, window, all ? -1 : target, moment(strand), local);
}

void sync_window(int strand, int window)
{
  event(strand);
  emit("MPI_Win_sync(win[%d]);", window);
  copies_made_alike(rank_of(strand), window, moment(strand),
                    PUBLIC_COPY | OWN_COPY);
  synced[strand] = true;
}

void lock(int me, int window, int target)
{
  bool exclusive = chance(60);
  struct epoch *e = &epochs[window][me][target];
  const struct moments *free = unlocks[window][target];
  for (int r = 0; r < ranks; r++) {
    const struct epoch *other = &epochs[window][r][target];
    if (other->open && (exclusive || other->exclusive)) return;
  }
  event(me);
  emit("MPI_Win_lock(MPI_LOCK_%s, %d, 0, win[%d]);",
       exclusive ? "EXCLUSIVE" : "SHARED", target, window);
  int at = moment(me);
  *e = (struct epoch){true, exclusive, target == me, free[1]};
  for (int i = 0; exclusive && i < free[0].count; i++)
    add_begin(&e->after, free[0].list[i]);
  if (target == me) edges(&e->after, at);
  copies_made_alike(me, window, at, OWN_COPY);
}

void unlock(int me, int window, int target)
{
  struct epoch *e = &epochs[window][me][target];
  event(me);
  emit("MPI_Win_unlock(%d, win[%d]);", target, window);
  complete(me, window, target, moment(me), false);
  copies_made_alike(me, window, latest(me), PUBLIC_COPY);
  int at = moment(me); /* who comes after this comes after those */
  e->open = false;
  if (!e->used) return;
  if (target != me) edges(&e->after, at);
  add_begin(&unlocks[window][target][e->exclusive], at);
}

/* --- fences --- */

/* With MPI_MODE_NOPRECEDE nobody waits for the others, but operations come
 * after their target's fence. [MPI-4.1 12.5.1] */
void fence(int window, bool last)
{
  bool opens = chance(40) && !last && !any_pending(window) && loop_round() < 0;
  event(-1);
  emit("MPI_Win_fence(%s, win[%d]);", opens ? "MPI_MODE_NOPRECEDE" : "0",
       window);
  if (opens) {
    for (int r = 0; r < ranks; r++)
      opened[window][r] = (struct moments){1, {moment(r)}};
    for (int r = 0; r < ranks; r++)
      copies_made_alike(r, window, latest(r), PUBLIC_COPY | OWN_COPY);
    return;
  }
  int at = meeting();
  for (int r = 0; r < ranks; r++) {
    complete(r, window, -1, at, false);
    copies_made_alike(r, window, at, PUBLIC_COPY | OWN_COPY);
    opened[window][r].count = 0;
  }
  int left[RANKS];
  for (int r = 0; r < ranks; r++)
    left[r] = moment(r);
  leave_fence(window, at, left);
}

/* --- posts and starts --- */

/* A target's exposure, and to whom: until that one completes, and when. */
static struct exposure {
  bool open, to[RANKS], completed[RANKS];
  int at[RANKS];
} exposures[WINDOWS][RANKS];
static bool started[WINDOWS][RANKS];

bool has_started(int rank, int window, int target)
{
  const struct exposure *x = &exposures[window][target];
  return x->open && x->to[rank] && !x->completed[rank];
}

static void emit_group(const bool *member)
{
  int count = 0;
  emit("(int[]){");
  for (int r = 0; r < ranks; r++)
    if (member[r] && ++count) emit("%d, ", r);
  emit("}, %d", count);
}

static void post(int window, int target, const bool *may_start)
{
  struct exposure x = {.open = false};
  for (int r = 0; r < ranks; r++)
    x.open |= x.to[r] = may_start[r] && chance(60);
  if (!x.open) return;
  exposures[window][target] = x;
  event(target);
  emit("post(");
  emit_group(x.to);
  emit(", win[%d]);", window);
  opened[window][target] = (struct moments){1, {moment(target)}};
  copies_made_alike(target, window, latest(target), PUBLIC_COPY);
}

static void start(int window, int me)
{
  bool to[RANKS], any = false;
  for (int t = 0; t < ranks; t++)
    any |= to[t] = has_started(me, window, t);
  if (!any) return;
  started[window][me] = true;
  event(me);
  emit("start(");
  emit_group(to);
  emit(", win[%d]);", window);
  moment(me);
}

/* Some ranks post to some that have not started, and these start. */
void expose(int window)
{
  bool may_start[RANKS];
  for (int r = 0; r < ranks; r++)
    may_start[r] = !started[window][r];
  for (int t = 0; t < ranks; t++)
    if (!exposures[window][t].open && chance(50)) post(window, t, may_start);
  for (int r = 0; r < ranks; r++)
    if (may_start[r]) start(window, r);
}

bool is_exposed(int window)
{
  for (int t = 0; t < ranks; t++)
    if (exposures[window][t].open) return true;
  return false;
}

static void end_access(int window, int me)
{
  event(me);
  emit("MPI_Win_complete(win[%d]);", window);
  int at = moment(me); /* what waits know of is that it was called */
  complete(me, window, -1, moment(me), true);
  started[window][me] = false;
  for (int t = 0; t < ranks; t++) {
    if (!has_started(me, window, t)) continue;
    exposures[window][t].completed[me] = true;
    exposures[window][t].at[me] = at;
  }
}

/* The target waits when all have completed. */
void hide(int window, int target)
{
  struct exposure *x = &exposures[window][target];
  if (!x->open) return;
  for (int r = 0; r < ranks; r++)
    if (has_started(r, window, target)) end_access(window, r);
  event(target);
  emit(chance(50) ? "MPI_Win_wait(win[%d]);" : "test_exposed(win[%d]);",
       window);
  int at = moment(target);
  copies_made_alike(target, window, at, OWN_COPY);
  for (int r = 0; r < ranks; r++) {
    if (!x->to[r]) continue;
    edge(x->at[r], at);
    complete(r, window, target, at, false);
  }
  x->open = false;
}

/* --- first and last --- */

void epochs_open(int window)
{
  if (epochs_of(window) == FENCES) fence(window, false);
  if (epochs_of(window) != LOCK_ALL) return;
  event(-1);
  emit("MPI_Win_lock_all(0, win[%d]);", window);
  for (int r = 0; r < ranks; r++)
    moment(r);
}

void epochs_close(int window)
{
  if (epochs_of(window) == FENCES) fence(window, true);
  for (int r = 0; r < ranks; r++) {
    if (epochs_of(window) == POSTS) hide(window, r);
    for (int t = 0; epochs_of(window) == LOCKS && t < ranks; t++)
      if (epochs[window][r][t].open) unlock(r, window, t);
  }
  if (epochs_of(window) != LOCK_ALL) return;
  event(-1);
  emit("MPI_Win_unlock_all(win[%d]);", window);
  for (int r = 0; r < ranks; r++)
    complete(r, window, -1, moment(r), false);
}
