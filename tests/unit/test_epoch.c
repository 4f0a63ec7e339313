/* The automaton of epochs as a table: every call in every state, what it says
 * and where it leads. The rank is rank 0 of three; started and posted groups
 * hold rank 1 alone. */
#include "model/error/fault.h"
#include "model/window/window.h"

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static char label[] = "window \"w\"";
static const struct window_view window = {.label = label};

enum { RANKS = 3, FIRST_WORLD = 10 };

struct situation {
  struct epoch epoch;
  struct lock_state locks[RANKS];
};

/* States by letter: fence; started, posted, all locked; locks on 0, 1, 2. */
static const struct {
  char letter;
  enum fence_state fence;
  bool started, posted, all;
  bool locks[RANKS];
} states[] = {
    {.letter = 'n'},
    {.letter = 's', .fence = FENCE_SILENT},
    {.letter = 'u', .fence = FENCE_USED},
    {.letter = 'S', .started = true},
    {.letter = 'P', .posted = true},
    {.letter = 'B', .started = true, .posted = true},
    {.letter = 'o', .locks = {true}},
    {.letter = 'l', .locks = {false, true}},
    {.letter = 'm', .locks = {false, true}, .posted = true},
    {.letter = 'a', .all = true},
    {.letter = 'f', .fence = FENCE_LAST},
    /* only reached */
    {.letter = 'c', .locks = {true, true}},
    {.letter = 'd', .locks = {true, false, true}},
    {.letter = 'k', .locks = {false, true, true}},
    {.letter = 'q', .locks = {false, false, true}},
    {.letter = 'Q', .locks = {false, false, true}, .posted = true},
    {.letter = 'K', .locks = {false, true, true}, .posted = true},
};
enum { STATES = sizeof states / sizeof *states };

static struct group *members, *one; /* rank 1 */

static struct situation in_state(int s)
{
  struct situation at = {
      .epoch = {.fence = states[s].fence, .all_locked = states[s].all}};
  if (states[s].started) at.epoch.started = group_ref(one);
  if (states[s].posted) at.epoch.posted = group_ref(one);
  for (int i = 0; i < RANKS; i++) {
    if (!states[s].locks[i]) continue;
    at.locks[i].type = MPI_LOCK_SHARED;
    at.epoch.locked++;
  }
  return at;
}

static char letter_of(const struct situation *at)
{
  for (int s = 0; s < STATES; s++) {
    bool same = at->epoch.fence == states[s].fence &&
                (at->epoch.started != NULL) == states[s].started &&
                (at->epoch.posted != NULL) == states[s].posted &&
                at->epoch.all_locked == states[s].all;
    int locked = 0;
    for (int i = 0; i < RANKS; i++) {
      same = same && (at->locks[i].type != 0) == states[s].locks[i];
      locked += states[s].locks[i];
    }
    if (same && at->epoch.locked == locked) return states[s].letter;
  }
  return '?';
}

/* --- the calls --- */

typedef int call(struct situation *, int argument);

static int fence(struct situation *at, int assertion)
{
  return epoch_fence(&at->epoch, assertion, &window);
}

static int start(struct situation *at, int argument)
{
  (void)argument;
  return epoch_start(&at->epoch, one, &window);
}

static int complete(struct situation *at, int argument)
{
  (void)argument;
  return epoch_complete(&at->epoch, &window);
}

static int post(struct situation *at, int argument)
{
  (void)argument;
  return epoch_post(&at->epoch, one, &at->locks[0], &window);
}

static int wait(struct situation *at, int argument)
{
  (void)argument;
  int bad = epoch_exposed(&at->epoch, &window);
  if (!bad) epoch_unexpose(&at->epoch);
  return bad;
}

static int lock(struct situation *at, int target)
{
  return epoch_lock(&at->epoch, &at->locks[target], target, target == 0,
                    MPI_LOCK_EXCLUSIVE, 0, &window);
}

static int unlock(struct situation *at, int target)
{
  return epoch_unlock(&at->epoch, &at->locks[target], target, &window);
}

static int lock_all(struct situation *at, int argument)
{
  (void)argument;
  return epoch_lock_all(&at->epoch, &window);
}

static int unlock_all(struct situation *at, int argument)
{
  (void)argument;
  return epoch_unlock_all(&at->epoch, &window);
}

static int flush_all(struct situation *at, int argument)
{
  (void)argument;
  return epoch_passive(&at->epoch, &window);
}

static int flush(struct situation *at, int target)
{
  return epoch_flush(&at->epoch, &at->locks[target], target, &window);
}

static int operation(struct situation *at, int target)
{
  return epoch_operation(&at->epoch, &at->locks[target], target, members, false,
                         &window);
}

static int request_based(struct situation *at, int target)
{
  return epoch_operation(&at->epoch, &at->locks[target], target, members, true,
                         &window);
}

static int free_window(struct situation *at, int argument)
{
  (void)argument;
  return epoch_free(&at->epoch, &window);
}

/* The state after the call, by state before: a letter where it is accepted,
 * '.' where it is MPI_ERR_RMA_SYNC, '!' where it is MPI_ERR_ASSERT. */
static const struct {
  const char *name;
  call *call;
  int argument;
  const char *leads; /* before: nsuSPBolmaf */
} calls[] = {
    {"fence", fence, 0, "sss.......s"},
    {"fence, nothing precedes", fence, MPI_MODE_NOPRECEDE, "ss!.......s"},
    {"fence, nothing succeeds", fence, MPI_MODE_NOSUCCEED, "fff.......f"},
    {"fence, neither", fence, MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED,
     "ff!.......f"},
    {"start", start, 0, "SS..B.....S"},
    {"complete", complete, 0, "...n.P....."},
    {"post", post, 0, "PP.B...m..P"},
    {"wait", wait, 0, "....nS..l.."},
    {"lock itself", lock, 0, "oo.....c..o"},
    {"lock 1", lock, 1, "ll..m.c...l"},
    {"lock 2", lock, 2, "qq..Q.dkK.q"},
    {"unlock itself", unlock, 0, "......n...."},
    {"unlock 1", unlock, 1, ".......nP.."},
    {"unlock 2", unlock, 2, "..........."},
    {"lock all", lock_all, 0, "aa........a"},
    {"unlock all", unlock_all, 0, ".........n."},
    {"flush all, or sync", flush_all, 0, "......olma."},
    {"flush itself", flush, 0, "......o..a."},
    {"flush 1", flush, 1, ".......lma."},
    {"operation to itself", operation, 0, ".uu...o..a."},
    {"operation to 1", operation, 1, ".uuS.B.lma."},
    {"operation to 2", operation, 2, ".uu......a."},
    {"request-based operation to itself", request_based, 0, "......o..a."},
    {"request-based operation to 1", request_based, 1, ".......lma."},
    {"free", free_window, 0, "ns........f"},
};

static void release(struct situation *at)
{
  if (at->epoch.started) group_unref(at->epoch.started);
  if (at->epoch.posted) group_unref(at->epoch.posted);
}

static void check(int c, int s)
{
  struct situation at = in_state(s);
  char leads = calls[c].leads[s];
  int expected = leads == '.'   ? MPI_ERR_RMA_SYNC
                 : leads == '!' ? MPI_ERR_ASSERT
                                : 0;
  int error = calls[c].call(&at, calls[c].argument);
  char after = letter_of(&at), right = expected ? states[s].letter : leads;
  if (error != expected || after != right) {
    print_error("%s in state %c: error %d, expected %d; state %c, expected %c",
                calls[c].name, states[s].letter, error, expected, after, right);
    fail();
  }
  if (error) {
    assert_non_null(strstr(fault_text(), label));
    assert_non_null(strstr(fault_text(), "[MPI-4.1 12."));
  }
  release(&at);
}

static void test_table(void **state)
{
  (void)state;
  for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
    for (int s = 0; calls[c].leads[s]; s++)
      check((int)c, s);
}

/* Its peer is unknown as long as nothing passed between the two. */
static void test_strangers(void **state)
{
  struct situation none = {0};
  (void)state;
  assert_int_equal(epoch_flush(&none.epoch, NULL, 2, &window),
                   MPI_ERR_RMA_SYNC);
  assert_int_equal(epoch_unlock(&none.epoch, NULL, 2, &window),
                   MPI_ERR_RMA_SYNC);
  assert_int_equal(epoch_post(&none.epoch, one, NULL, &window), 0);
  release(&none);
}

static void test_lock_remembers(void **state)
{
  struct situation at = {0};
  (void)state;
  epoch_lock(&at.epoch, &at.locks[1], 1, false, MPI_LOCK_EXCLUSIVE,
             MPI_MODE_NOCHECK, &window);
  assert_int_equal(at.locks[1].type, MPI_LOCK_EXCLUSIVE);
  assert_true(at.locks[1].nocheck);
  epoch_lock(&at.epoch, &at.locks[2], 2, false, MPI_LOCK_SHARED, 0, &window);
  assert_int_equal(at.locks[2].type, MPI_LOCK_SHARED);
  assert_false(at.locks[2].nocheck);
  assert_int_equal(epoch_fence(&at.epoch, 0, &window), MPI_ERR_RMA_SYNC);
  assert_non_null(strstr(fault_text(), "2 targets are locked"));
  epoch_unlock(&at.epoch, &at.locks[1], 1, &window);
  assert_int_equal(epoch_fence(&at.epoch, 0, &window), MPI_ERR_RMA_SYNC);
  assert_non_null(strstr(fault_text(), "1 target is locked"));
}

static int setup(void **state)
{
  (void)state;
  members = group_range(FIRST_WORLD, 1, RANKS);
  one = group_range(FIRST_WORLD + 1, 1, 1);
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  group_unref(members);
  group_unref(one);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_strangers),
      cmocka_unit_test(test_lock_remembers),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
