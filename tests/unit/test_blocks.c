/* Blocks against an array that names the block of each byte: small ones and
 * large ones, empty ones, made and removed in any order. */
#include "sim/where/blocks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { BYTES = 1 << 20, STEPS = 60000 };
static struct block *holder[BYTES];
static char memory[BYTES];

static uint32_t draw(void)
{
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33);
}

/* Mostly small ones, some around the limit, a few large ones. */
static size_t draw_size(void)
{
  uint32_t kind = draw() % 16;
  if (kind == 0) return 250 + draw() % 12;
  if (kind == 1) return draw() % 9000;
  return 1 + draw() % 100;
}

static void set(size_t from, size_t size, struct block *b)
{
  for (size_t i = from; i < from + size; i++)
    holder[i] = b;
}

static void test_random(void **state)
{
  (void)state;
  for (int step = 0; step < STEPS; step++) {
    size_t at = draw() % BYTES, n = draw_size();
    struct block *b = blocks_of(memory + at);
    assert_ptr_equal(b, holder[at]);
    bool begins = b && b->from == memory + at;
    assert_ptr_equal(blocks_at(memory + at), begins ? b : NULL);
    if (b) {
      assert_ptr_equal(blocks_at(b->from), b);
      if (draw() % 4) continue;
      set((size_t)(b->from - memory), (size_t)(b->to - b->from), NULL);
      blocks_remove(b);
      continue;
    }
    if (n > BYTES - at) n = BYTES - at;
    for (size_t i = at; i < at + n; i++)
      if (holder[i]) n = i - at;
    b = blocks_add(memory + at, n);
    assert_true(b->from == memory + at && b->to == b->from + n);
    set(at, n, b);
  }
  for (size_t i = 0; i < BYTES; i++) {
    assert_ptr_equal(blocks_of(memory + i), holder[i]);
    if (!holder[i]) continue;
    struct block *b = holder[i];
    set(i, (size_t)(b->to - b->from), NULL);
    blocks_remove(b);
  }
}

static void test_empty(void **state)
{
  (void)state;
  struct block *b = blocks_add(memory + 1000, 0);
  assert_ptr_equal(blocks_of(memory + 1000), b);
  assert_ptr_equal(blocks_at(memory + 1000), b);
  assert_null(blocks_of(memory + 1001));
  assert_null(blocks_of(memory + 999));
  blocks_remove(b);
  assert_null(blocks_of(memory + 1000));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
