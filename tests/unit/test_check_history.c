/* The history of accesses against a naive one that forgets nothing and looks at
 * each byte: random loads, stores and operations of strands that meet now and
 * then. Both must say of the same accesses that they conflict. */
#include "../../model/check/history.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { STRANDS = 4, STEPS = 40000, BASE = 3 * 4096 - 64, BYTES = 128 };

/* What is known of strand i's past by others, in flat vectors. */
static uint32_t knows[STRANDS][STRANDS];
static uint64_t state = 1;

static int draw(int n)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (uint64_t)n);
}

struct naive {
  int low, high, strand;
  uint32_t tick;
  bool plain;
  uint32_t done_tick; /* of an operation; 0: not complete */
  int done_strand;
  struct record record;
};
static struct naive all[STEPS];
static int count, found, conflicts;
static char *memory = (char *)BASE;

static struct check_strand *strand(int i)
{
  return check_strand((struct observed_strand){0, i, 0});
}

static void conflict(const struct record *a, const struct record *b,
                     const char *low, const char *high)
{
  assert_true(low < high && a->act != b->act);
  found++;
}

static bool naive_clash(const struct record *a, const struct record *b)
{
  if (!((a->flags | b->flags) & RECORD_WRITES)) return false;
  if (a->flags & b->flags & RECORD_C_ATOMIC) return false;
  if (!(a->flags & b->flags & RECORD_ATOMIC)) return true;
  return a->basic != b->basic || a->size != b->size || a->grid != b->grid;
}

static bool naive_conflict(const struct naive *n)
{
  for (int i = 0; i < count; i++) {
    const struct naive *m = &all[i];
    if (m->high <= n->low || n->high <= m->low) continue;
    if (!naive_clash(&m->record, &n->record)) continue;
    if (m->plain && knows[n->strand][m->strand] >= m->tick) continue;
    if (!m->plain && m->done_tick &&
        knows[n->strand][m->done_strand] >= m->done_tick)
      continue;
    return true;
  }
  return false;
}

/* An access by strand i of random bytes. */
static void access_step(int i)
{
  static const uint8_t kinds[] = {0, RECORD_WRITES, RECORD_ATOMIC,
                                  RECORD_ATOMIC | RECORD_WRITES,
                                  RECORD_C_ATOMIC | RECORD_WRITES};
  struct naive *n = &all[count];
  n->low = draw(BYTES - 1);
  n->high = n->low + 1 + draw(draw(4) ? 8 : BYTES - n->low);
  if (n->high > BYTES) n->high = BYTES;
  n->strand = i;
  n->record.flags = kinds[draw(5)];
  bool atomic = n->record.flags & RECORD_ATOMIC;
  n->plain = !atomic && draw(2);
  if (n->record.flags & RECORD_C_ATOMIC) n->plain = true;
  n->record.basic = atomic ? (uint8_t)(1 + draw(2)) : 0;
  n->record.size = atomic ? 4 : 0;
  n->record.grid = atomic ? (uint8_t)(n->low % 4) : 0;
  struct act *a = act_new(strand(i), "x", NULL, 0);
  a->plain = n->plain;
  n->tick = a->stamp.tick;
  n->record.act = a;
  struct viewer v = strand_viewer(act_strand(a));
  found = 0;
  history_access(memory + n->low, memory + n->high, &n->record, &v);
  assert_int_equal(found > 0, naive_conflict(n));
  conflicts += found > 0;
  count++;
}

/* A strand completes the oldest operation: its own, or one it knows of. */
static void complete_step(int i)
{
  static int oldest;
  while (oldest < count && all[oldest].plain)
    oldest++;
  if (oldest == count) return;
  struct naive *n = &all[oldest++];
  if (knows[i][n->strand] < n->tick) i = n->strand;
  act_complete(n->record.act, (struct observed_strand){0, i, 0}, "y", NULL);
  n->done_tick = strand(i)->now;
  n->done_strand = i;
}

static void message_step(int i, int to, uint64_t number)
{
  struct observed_order o = {.kind = OBSERVED_RELEASE,
                             .carrier = {.object = &state, .number = number},
                             .releases = 1,
                             .acquires = 1};
  carrier_release(strand(i), &o);
  carrier_acquire(strand(to), &o);
  for (int k = 0; k < STRANDS; k++)
    if (knows[i][k] > knows[to][k]) knows[to][k] = knows[i][k];
  knows[i][i]++;
}

static void test_against_naive(void **unused)
{
  (void)unused;
  history_conflict = conflict;
  history_expose(memory, memory + BYTES, (const struct window_view *)&state,
                 NULL);
  for (int i = 0; i < STRANDS; i++)
    knows[i][strand(i)->id] = 1;
  for (int step = 0; step < STEPS; step++) {
    int i = draw(STRANDS), what = draw(10);
    if (what < 3)
      access_step(i);
    else if (what < 5)
      complete_step(i);
    else
      message_step(i, draw(STRANDS), 1000 + (uint64_t)step);
  }
  /* Neither all nor none of them, or the test would show little. */
  assert_true(count / 5 <= conflicts && conflicts <= 4 * count / 5);
}

/* Bytes that are forgotten conflict with nothing. */
static void test_forget(void **unused)
{
  (void)unused;
  char *bytes = (char *)(1 << 20);
  struct act *a = act_new(strand(0), "x", NULL, 0);
  struct act *b = act_new(strand(1), "x", NULL, 0);
  struct record r = {.act = a, .flags = RECORD_WRITES};
  struct record s = {.act = b, .flags = RECORD_WRITES};
  struct viewer va = strand_viewer(strand(0)), vb = strand_viewer(strand(1));
  history_access(bytes, bytes + 5000, &r, &va);
  history_forget(bytes + 4, bytes + 4999);
  found = 0;
  history_compare(bytes + 4, bytes + 4999, &s, &vb);
  assert_int_equal(found, 0);
  history_compare(bytes, bytes + 4, &s, &vb);
  assert_int_equal(found, 1);
  history_compare(bytes + 4990, bytes + 5000, &s, &vb);
  assert_int_equal(found, 2);
}

/* Threads that race in memory of their own rank only are not MPI's business;
 * where one side is a call's they are. */
static void test_threads(void **unused)
{
  (void)unused;
  char *bytes = (char *)(1 << 22);
  struct act *a = act_new(strand(0), "x", NULL, 0);
  struct act *b = act_new(strand(1), "x", NULL, 0);
  struct record r = {.act = a, .flags = RECORD_WRITES};
  struct record s = {.act = b, .flags = RECORD_WRITES};
  struct viewer va = strand_viewer(strand(0)), vb = strand_viewer(strand(1));
  a->plain = b->plain = true;
  found = 0;
  history_access(bytes, bytes + 8, &r, &va);
  history_compare(bytes, bytes + 8, &s, &vb);
  assert_int_equal(found, 0);
  s.flags |= RECORD_CALL;
  history_compare(bytes, bytes + 8, &s, &vb);
  assert_int_equal(found, 1);
}

/* Memory that two ranks use one after the other conflicts only where it is a
 * window's. */
static void test_owner(void **unused)
{
  (void)unused;
  char *bytes = (char *)(1 << 21);
  struct observed_strand other = {1, 0, 0};
  struct act *a = act_new(strand(0), "x", NULL, 0);
  struct act *b = act_new(check_strand(other), "x", NULL, 0);
  struct record r = {.act = a, .flags = RECORD_WRITES};
  struct record s = {.act = b, .flags = RECORD_WRITES};
  struct viewer va = strand_viewer(act_strand(a)),
                vb = strand_viewer(act_strand(b));
  found = 0;
  history_access(bytes, bytes + 8, &r, &va);
  history_compare(bytes, bytes + 8, &s, &vb);
  assert_int_equal(found, 0);
  const struct window_view *w = (const struct window_view *)&state;
  history_expose(bytes, bytes + 4, w, NULL);
  history_compare(bytes, bytes + 8, &s, &vb);
  assert_int_equal(found, 1);
  assert_ptr_equal(history_window(bytes + 3), w);
  assert_null(history_window(bytes + 4));
  history_hide(bytes, bytes + 4, w);
  assert_null(history_window(bytes + 3));
}

/* A get of one batch. */
static void get(struct batch *g, int low, int high)
{
  struct act *a = act_new(strand(0), "get", NULL, 0);
  struct record r = {.act = a, .flags = RECORD_AT_TARGET};
  struct viewer v = strand_viewer(act_strand(a));
  a->kind = OBSERVED_GET;
  a->batch = g;
  g->references++;
  history_access(memory + low, memory + high, &r, &v);
  act_unref(a);
}

/* What a batch accesses again is recorded once, however it is cut. */
static void test_again(void **unused)
{
  (void)unused;
  static struct batch g = {.references = 1, .words = 1};
  history_conflict = conflict;
  history_forget(memory, memory + BYTES);
  history_expose(memory, memory + BYTES, (const struct window_view *)&state,
                 NULL);
  for (int i = 0; i < 4; i++)
    for (int low = 0; low < 64; low += 4)
      get(&g, low, i % 2 ? low + 4 : 64);
  struct act *store = act_new(strand(1), "store", NULL, 0);
  struct record r = {.act = store, .flags = RECORD_WRITES};
  struct viewer v = strand_viewer(strand(1));
  store->plain = true;
  found = 0;
  history_access(memory, memory + 64, &r, &v);
  assert_int_equal(found, 64 / 4);
  act_unref(store);
  history_forget(memory, memory + BYTES);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_naive), cmocka_unit_test(test_forget),
      cmocka_unit_test(test_owner),         cmocka_unit_test(test_threads),
      cmocka_unit_test(test_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
