/* Vector clocks with shared bases against flat vectors: strands release to and
 * acquire from messages and meetings at random, and must know the same. */
#include "../../model/check/published.h"
#include "../../model/check/strand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { STRANDS = 9, STEPS = 40000, MESSAGES = 16, LOCKS = 3 };

struct flat {
  uint32_t tick[STRANDS];
};

static struct flat knows[STRANDS], message[MESSAGES];
static bool sent[MESSAGES];
static struct flat lock[LOCKS];
static struct carrier *kept[LOCKS], *together;
static struct releases *waiting;
static uint64_t state = 1;

static int draw(int n)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (uint64_t)n);
}

static void join(struct flat *a, const struct flat *b)
{
  for (int i = 0; i < STRANDS; i++)
    if (b->tick[i] > a->tick[i]) a->tick[i] = b->tick[i];
}

static struct check_strand *strand(int i)
{
  return check_strand((struct observed_strand){i / 2, i % 2, 0});
}

/* Some are in the table, others at one place. */
static struct observed_carrier carrier(uint64_t number)
{
  return (struct observed_carrier){.object = &state,
                                   .number = number,
                                   .kept = number % 3 ? &together : NULL};
}

static void release(int i, uint64_t number, int releases, int acquires)
{
  struct observed_order o = {.kind = OBSERVED_RELEASE,
                             .carrier = carrier(number),
                             .releases = releases,
                             .acquires = acquires};
  carrier_release(strand(i), &o);
}

static void acquire(int i, uint64_t number, int releases, int acquires)
{
  struct observed_order o = {.kind = OBSERVED_ACQUIRE,
                             .carrier = carrier(number),
                             .releases = releases,
                             .acquires = acquires};
  carrier_acquire(strand(i), &o);
}

/* A message takes what is known now; what follows is later. */
static void message_step(int i, int m)
{
  if (!sent[m]) {
    memset(&message[m], 0, sizeof message[m]);
    join(&message[m], &knows[i]);
    release(i, m, 1, 1);
    knows[i].tick[i]++;
  } else {
    acquire(i, m, 1, 1);
    join(&knows[i], &message[m]);
  }
  sent[m] = !sent[m];
}

/* Many release to a lock, few acquire; one of them has no place, of another
 * releases wait. */
static void lock_step(int i, int l)
{
  struct observed_order o = {.carrier = {&state, 500 + (uint64_t)l,
                                         l ? &kept[l] : NULL,
                                         l > 1 ? &waiting : NULL}};
  if (draw(40) == 0) {
    carrier_forget(o.carrier);
    memset(&lock[l], 0, sizeof lock[l]);
    if (l) assert_null(kept[l]);
  } else if (draw(20) == 0) {
    carrier_acquire(strand(i), &o);
    join(&knows[i], &lock[l]);
  } else {
    carrier_release(strand(i), &o);
    join(&lock[l], &knows[i]);
    knows[i].tick[i]++;
  }
}

/* Strands first .. first + n - 1 meet. */
static void meeting_step(uint64_t number, int first, int n)
{
  struct flat all = {{0}};
  for (int k = 0; k < n; k++) {
    int i = (first + k) % STRANDS;
    join(&all, &knows[i]);
    release(i, number, n, n);
    knows[i].tick[i]++;
  }
  for (int k = 0; k < n; k++) {
    int i = (first + k) % STRANDS;
    acquire(i, number, n, n);
    join(&knows[i], &all);
  }
  assert_null(carrier_past(carrier(number)).past);
}

static void compare(int i)
{
  struct viewer v = strand_viewer(strand(i));
  for (int k = 0; k < STRANDS; k++) {
    uint32_t tick = knows[i].tick[k];
    if (tick) assert_true(viewer_knows(&v, (struct stamp){k, tick}));
    assert_false(viewer_knows(&v, (struct stamp){k, tick + 1}));
  }
}

static void test_against_flat_vectors(void **unused)
{
  (void)unused;
  for (int i = 0; i < STRANDS; i++) {
    assert_int_equal(strand(i)->id, i);
    knows[i].tick[i] = 1;
  }
  for (int step = 0; step < STEPS; step++) {
    int i = draw(STRANDS);
    int what = draw(10);
    if (what < 5)
      lock_step(i, draw(LOCKS));
    else if (what < 6)
      meeting_step(1000 + step, i, 2 + draw(STRANDS - 1));
    else
      message_step(i, draw(MESSAGES));
    compare(draw(STRANDS));
  }
}

/* A grid of strands that know of each other through their neighbours alone:
 * what they have learnt since they last met is most that there is. Sometimes
 * some of them meet, and sometimes only some send. */
enum { SIDE = 18, MANY = SIDE * SIDE, ROUNDS = 60 };
static uint32_t grid_knows[MANY][MANY], grid_sent[MANY][MANY];

static void many_join(uint32_t *to, const uint32_t *from)
{
  for (int i = 0; i < MANY; i++)
    if (to[i] < from[i]) to[i] = from[i];
}

static struct check_strand *many_strand(int i)
{
  return check_strand((struct observed_strand){2000 + i, 0, 0});
}

static struct observed_order many_order(uint64_t number, int releases,
                                        int acquires)
{
  return (struct observed_order){.kind = OBSERVED_RELEASE,
                                 .carrier = {&grid_sent, number, NULL, NULL},
                                 .releases = releases,
                                 .acquires = acquires};
}

static void many_send(int i, int acquires)
{
  struct observed_order o = many_order((uint64_t)i, 1, acquires);
  memcpy(grid_sent[i], grid_knows[i], sizeof grid_sent[i]);
  carrier_release(many_strand(i), &o);
  grid_knows[i][i]++;
}

static void many_receive(int i, int from, int acquires)
{
  struct observed_order o = many_order((uint64_t)from, 1, acquires);
  carrier_acquire(many_strand(i), &o);
  many_join(grid_knows[i], grid_sent[from]);
}

static int neighbour(int i, int side)
{
  int row = i / SIDE, column = i % SIDE;
  row += side == 0 ? SIDE - 1 : side == 1;
  column += side == 2 ? SIDE - 1 : side == 3;
  return row % SIDE * SIDE + column % SIDE;
}

static void many_meet(uint64_t number, int first, int end, int every)
{
  static uint32_t all[MANY];
  int count = (end - first - 1) / every + 1;
  struct observed_order o = many_order(number, count, count);
  memset(all, 0, sizeof all);
  for (int i = first; i < end; i += every) {
    many_join(all, grid_knows[i]);
    carrier_release(many_strand(i), &o);
    grid_knows[i][i]++;
  }
  for (int i = first; i < end; i += every) {
    carrier_acquire(many_strand(i), &o);
    many_join(grid_knows[i], all);
  }
}

/* Each row, and then the first ones of all rows. */
static void rows_meet(uint64_t number)
{
  for (int i = 0; i < MANY; i += SIDE)
    many_meet(number++, i, i + SIDE, 1);
  many_meet(number, 0, MANY, SIDE);
}

static void many_compare(int i)
{
  struct viewer v = strand_viewer(many_strand(i));
  for (int k = 0; k < MANY; k++) {
    struct stamp s = {many_strand(k)->id, grid_knows[i][k]};
    assert_int_equal(viewer_knows(&v, s), s.tick > 0);
    s.tick++;
    assert_false(viewer_knows(&v, s));
  }
}

static void test_many_by_neighbours(void **unused)
{
  (void)unused;
  for (int i = 0; i < MANY; i++) {
    assert_int_equal(many_strand(i)->now, 1);
    grid_knows[i][i] = 1;
  }
  many_meet(9000, 0, MANY / 2, 1); /* halves that know nothing of the other */
  many_meet(9001, MANY / 2, MANY, 1);
  many_send(0, 1);
  many_receive(MANY - 1, 0, 1);
  many_compare(MANY - 1);
  for (int round = 0; round < ROUNDS; round++) {
    if (round % 20 == 7)
      many_meet(10000 + (uint64_t)round, 0, MANY, 1 + draw(5));
    if (round % 20 == 13) rows_meet(11000 + (uint64_t)round * SIDE * 2);
    int part = round % 9 == 4 ? draw(MANY) : MANY;
    for (int i = 0; i < part; i++)
      many_send(i, 4);
    for (int i = 0; i < MANY; i++)
      for (int side = 0; side < 4; side++)
        if (neighbour(i, side) < part) many_receive(i, neighbour(i, side), 4);
    for (int i = 0; i < MANY; i++)
      many_compare(i);
  }
}

/* A replacing release forgets what was released before. */
static void test_replace(void **unused)
{
  (void)unused;
  struct check_strand *a = check_strand((struct observed_strand){100, 0, 0});
  struct check_strand *b = check_strand((struct observed_strand){101, 0, 0});
  struct check_strand *c = check_strand((struct observed_strand){102, 0, 0});
  struct stamp of_a = {a->id, a->now}, of_b = {b->id, b->now};
  struct observed_order o = {.kind = OBSERVED_RELEASE,
                             .carrier = {.object = &state, .number = 7777}};
  carrier_release(a, &o);
  o.kind = OBSERVED_REPLACE;
  carrier_release(b, &o);
  carrier_acquire(c, &o);
  struct viewer v = strand_viewer(c);
  assert_false(viewer_knows(&v, of_a));
  assert_true(viewer_knows(&v, of_b));
  carrier_forget(o.carrier);
  assert_null(carrier_past(o.carrier).past);
}

/* A number that many threads had one after the other: each is found without
 * passing the others, else this takes minutes. */
static void test_many_uses(void **state)
{
  enum { USES = 200000, RANK = 103 };
  (void)state;
  struct check_strand *first = check_strand_at(RANK, 0, 0);
  assert_true(strand_alone(RANK));
  struct check_strand *old = check_strand_at(RANK, 1, 3);
  for (int use = 4; use < USES; use++) {
    struct check_strand *s = check_strand_at(RANK, 1, use);
    assert_ptr_equal(check_strand_at(RANK, 1, use), s);
    assert_ptr_equal(check_strand_of(s->id), s);
    assert_int_equal(s->use, use);
  }
  assert_ptr_equal(check_strand_at(RANK, 1, 3), old);
  assert_ptr_equal(check_strand_at(RANK, 0, 0), first);
  struct check_strand *late = check_strand_at(RANK, 1, 2);
  assert_ptr_equal(check_strand_at(RANK, 1, 2), late);
  assert_int_not_equal(late->id, old->id);
  assert_false(strand_alone(RANK));
}

/* Updates by one strand that arrive in another order than that of their issue:
 * the later moment stays, whatever is forgotten. */
static void test_gathered_late(void **unused)
{
  (void)unused;
  static const struct stamp own[] = {{1, 4}, {2, 4}, {3, 4}, {2, 2},
                                     {4, 4}, {5, 4}, {6, 4}, {7, 4}};
  struct gathered g = {0};
  struct clock knows_most = {0}, learnt = {0};
  clock_note(&knows_most, (struct stamp){9, 3});
  for (int i = 0; i < 8; i++)
    gathered_add(&g, i == 1 ? &knows_most : &(struct clock){0}, own[i]);
  gathered_learn(&g, &learnt, -1);
  for (int i = 0; i < 8; i++)
    assert_true(clock_knows(&learnt, own[i]));
  assert_true(clock_knows(&learnt, (struct stamp){9, 3}));
  clock_drop(&learnt);
  clock_drop(&knows_most);
  gathered_drop(&g);
}

/* Each hears of all before it from the one before it alone, and knew nothing:
 * what they know of the first ones is one block. */
static void test_chain_shares(void **unused)
{
  enum { LENGTH = 1000 };
  static struct clock chain[LENGTH];
  (void)unused;
  for (int i = 1; i < LENGTH; i++) {
    clock_join(&chain[i], &chain[i - 1]);
    clock_note(&chain[i], (struct stamp){i - 1, 1});
  }
  const struct clock_base *last = chain[LENGTH - 1].base;
  assert_non_null(last);
  assert_non_null(chain[LENGTH / 2].base);
  assert_ptr_equal(last->blocks[0], chain[LENGTH / 2].base->blocks[0]);
  for (int i = 0; i < LENGTH; i++)
    clock_drop(&chain[i]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_flat_vectors),
      cmocka_unit_test(test_many_by_neighbours),
      cmocka_unit_test(test_replace),
      cmocka_unit_test(test_gathered_late),
      cmocka_unit_test(test_many_uses),
      cmocka_unit_test(test_chain_shares),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
