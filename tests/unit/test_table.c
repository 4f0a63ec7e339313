/* The hash table, from a short chain to many buckets, against a plain array;
 * pools and payloads, whose memory must never be another's. */
#include "../../model/pool.h"
#include "../../sim/p2p/pair.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { KEYS = 200 };

static unsigned random_state = 1;

static unsigned draw(unsigned below)
{
  random_state = random_state * 1103515245 + 12345;
  return (random_state >> 8) % below;
}

static struct table_key key_of(unsigned i)
{
  return (struct table_key){i % 7, i / 7};
}

static void compare(unsigned keys, unsigned steps)
{
  static struct table_node nodes[KEYS][2];
  struct table_node *there[KEYS] = {NULL};
  struct table table = {0};
  for (unsigned s = 0; s < steps; s++) {
    unsigned i = draw(keys);
    assert_ptr_equal(table_find(&table, key_of(i)), there[i]);
    struct table_node *one = &nodes[i][there[i] == &nodes[i][0]];
    if (!there[i]) {
      one->key = key_of(i);
      table_add(&table, there[i] = one);
    } else if (draw(2)) {
      table_remove(&table, there[i]);
      there[i] = NULL;
    } else {
      table_replace(&table, there[i], one);
      there[i] = one;
    }
  }
  size_t count = 0;
  for (unsigned i = 0; i < keys; i++) {
    assert_ptr_equal(table_find(&table, key_of(i)), there[i]);
    count += there[i] != NULL;
  }
  assert_int_equal(table.count, count);
}

static void test_table(void **state)
{
  (void)state;
  for (unsigned keys = 1; keys <= KEYS; keys += 1 + keys / 2)
    compare(keys, 4000);
}

/* Receives of one name are taken in the order in which they came, however the
 * table grows meanwhile. */
static void test_order(void **state)
{
  (void)state;
  enum { NODES = 500, SAME = 9 };
  static struct table_node nodes[NODES];
  unsigned taken[SAME] = {0}, appended[SAME] = {0};
  struct table_node *queue[SAME][NODES];
  struct table pair[PAIR_SIDES];
  memset(pair, 0, sizeof pair);
  for (unsigned next = 0; next < NODES;) {
    unsigned i = draw(SAME);
    if (draw(3)) {
      queue[i][appended[i]++] = &nodes[next];
      nodes[next].key = key_of(i);
      pair_append(pair, &nodes[next++], key_of(i));
    } else {
      struct table_node *first =
          taken[i] < appended[i] ? queue[i][taken[i]++] : NULL;
      assert_ptr_equal(table_find(&pair[PAIR_RECEIVES], key_of(i)), first);
      assert_ptr_equal(pair_take(pair, key_of(i)), first);
    }
  }
  for (unsigned i = 0; i < SAME; i++)
    while (taken[i] < appended[i])
      assert_ptr_equal(pair_take(pair, key_of(i)), queue[i][taken[i]++]);
  assert_int_equal(pair[PAIR_RECEIVES].count, 0);
  assert_int_equal(pair_crowds.count, 0);
}

static void test_tables(void **state)
{
  (void)state;
  static struct table_node nodes[1000];
  struct tables tables = {0};
  for (int i = 999; i >= 0; i -= 3)
    table_add(tables_at(&tables, i), &nodes[i]);
  for (int i = 0; i < 1000; i++)
    assert_int_equal(tables_at(&tables, i)->count, i % 3 == 0);
}

/* Each holds its own number, everywhere. */
static void fill(void *memory, size_t size, int number)
{
  memset(memory, number, size);
}

static void check(const void *memory, size_t size, int number)
{
  for (size_t i = 0; i < size; i++)
    assert_int_equal(((const unsigned char *)memory)[i], number);
}

static void test_pool(void **state)
{
  (void)state;
  struct pool pool = {.size = 40};
  void *object[KEYS] = {NULL};
  for (int s = 0; s < 20000; s++) {
    unsigned i = draw(KEYS);
    if (object[i]) {
      check(object[i], 40, i);
      pool_give(&pool, object[i]);
      object[i] = NULL;
    } else {
      object[i] = pool_take(&pool);
      assert_int_equal((uintptr_t)object[i] % 16, 0);
      fill(object[i], 40, i);
    }
  }
}

static void test_bytes(void **state)
{
  (void)state;
  void *payload[KEYS] = {NULL};
  size_t size[KEYS] = {0};
  for (int s = 0; s < 4000; s++) {
    unsigned i = draw(KEYS);
    if (payload[i]) {
      check(payload[i], size[i], i);
      pool_give_bytes(payload[i], size[i]);
      payload[i] = NULL;
    } else {
      size[i] = draw(1u << draw(18));
      payload[i] = pool_take_bytes(size[i]);
      assert_int_equal((uintptr_t)payload[i] % 16, 0);
      fill(payload[i], size[i], i);
    }
  }
  pool_give_bytes(NULL, 7);
}

/* Who uses all that there is knows one more size of the same object. */
static void test_sizes(void **state)
{
  (void)state;
  for (size_t size = 1; size < 70000; size += 1 + size / 50) {
    size_t bytes = pool_bytes(size);
    assert_true(bytes >= size);
    assert_true(bytes <= (size < 64 ? 64 : size + size / 4 + 64));
    assert_int_equal(pool_bytes(bytes), bytes);
    void *object = pool_take_bytes(size);
    pool_give_bytes(object, bytes);
    if (bytes <= 65536) assert_ptr_equal(pool_take_bytes(bytes), object);
    if (bytes <= 65536) pool_give_bytes(object, size);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_table),  cmocka_unit_test(test_order),
      cmocka_unit_test(test_tables), cmocka_unit_test(test_pool),
      cmocka_unit_test(test_bytes),  cmocka_unit_test(test_sizes),
  };
  return cmocka_run_group_tests_name("tables and pools", tests, NULL, NULL);
}
