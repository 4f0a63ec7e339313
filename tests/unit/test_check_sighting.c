/* Sightings of few strands that look in turn, against a list of all of them;
 * and what is kept of a place that is looked at for long. */
#include "../../model/check/sighting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { STRANDS = 5, STEPS = 6000 };

static struct {
  uint32_t version;
  struct stamp stamp;
} all[STEPS];

static unsigned draw(unsigned n)
{
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % n;
}

static struct check_strand *strand(int i)
{
  return check_strand((struct observed_strand){0, i, 0});
}

/* Who knows what the strand did up to this tick, and nothing else. */
static bool known(const struct sightings *s, uint32_t version, int by,
                  uint32_t tick)
{
  static const struct clock nothing;
  struct viewer v = {.own = {strand(by)->id, tick}, .past = &nothing};
  return sighting_known(s, version, &v);
}

static bool expected(int count, uint32_t version, int by, uint32_t tick)
{
  for (int i = 0; i < count; i++)
    if (all[i].version >= version && all[i].stamp.strand == strand(by)->id &&
        all[i].stamp.tick <= tick)
      return true;
  return false;
}

static void test_random(void **state)
{
  struct sightings s = {0};
  (void)state;
  for (int i = 0; i < STEPS; i++) {
    struct check_strand *by = strand((int)draw(STRANDS));
    if (draw(4) == 0) s.version++;
    if (draw(8) == 0) by->now++;
    uint32_t back = draw(3);
    all[i].version = s.version > back ? s.version - back : 0;
    all[i].stamp = (struct stamp){by->id, by->now};
    sighting_add(&s, all[i].version, by);
    int who = (int)draw(STRANDS);
    uint32_t version = 1 + draw(s.version + 2);
    uint32_t tick = draw(strand(who)->now + 1);
    assert_int_equal(known(&s, version, who, tick),
                     expected(i + 1, version, who, tick));
  }
  sightings_clear(&s);
}

/* Two strands look, in turn, at what a third one updates: what was seen before
 * is not forgotten for that. */
static void test_in_turn(void **state)
{
  struct sightings s = {.version = 1};
  uint32_t tick = strand(2)->now;
  (void)state;
  sighting_add(&s, s.version, strand(2));
  for (int i = 0; i < 100000; i++) {
    s.version++;
    sighting_add(&s, s.version, strand(i % 2));
  }
  assert_true(known(&s, 1, 2, tick));
  assert_false(known(&s, 2, 2, tick));
  assert_true(known(&s, s.version, 1, strand(1)->now));
  sightings_clear(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_in_turn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
