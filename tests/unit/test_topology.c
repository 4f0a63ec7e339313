/* Topologies: factors, grids, graphs. */
#include "model/topology/topology.h"
#include "model/error/fault.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void check_dims(int nodes, int n, const int *given, const int *expected)
{
  int dims[8];

  memcpy(dims, given, (size_t)n * sizeof *dims);
  assert_int_equal(dims_create(nodes, n, dims), 0);
  for (int i = 0; i < n; i++)
    assert_int_equal(dims[i], expected[i]);
}

#define DIMS(nodes, n, given, ...)                                             \
  check_dims(nodes, n, given, (const int[]){__VA_ARGS__})

static void test_dims(void **state)
{
  static const int open[8] = {0}, three[] = {0, 3, 0}, all[] = {2, 3};

  (void)state;
  DIMS(6, 2, open, 3, 2);
  DIMS(7, 2, open, 7, 1);
  DIMS(1, 3, open, 1, 1, 1);
  DIMS(12, 3, open, 3, 2, 2);
  DIMS(36, 2, open, 6, 6);
  DIMS(72, 3, open, 6, 4, 3);
  DIMS(64, 3, open, 4, 4, 4);
  DIMS(1000, 3, open, 10, 10, 10);
  DIMS(1 << 20, 6, open, 16, 16, 8, 8, 8, 8);
  DIMS(999983, 2, open, 999983, 1); /* a prime */
  DIMS(6, 3, three, 2, 3, 1);
  DIMS(6, 2, all, 2, 3);
  DIMS(1, 0, open, 0);
}

static void test_dims_refused(void **state)
{
  int dims[] = {0, 3, 0}, negative[] = {0, -1}, full[] = {2, 2};

  (void)state;
  assert_int_equal(dims_create(7, 3, dims), MPI_ERR_DIMS);
  assert_int_equal(dims_create(7, 2, negative), MPI_ERR_DIMS);
  assert_int_equal(dims_create(8, 2, full), MPI_ERR_DIMS);
  assert_int_equal(dims[0], 0);
}

static void test_cart(void **state)
{
  static const int dims[] = {3, 4}, periodic[] = {0, 1}, keep[] = {0, 1};
  struct topology *t = cart_new(2, dims, periodic);
  struct cart *c = (struct cart *)t;
  struct topology *sub = cart_sub(c, keep), *copy = t->copy(t);
  int coords[2];

  (void)state;
  assert_int_equal(cart_size(c), 12);
  for (int r = 0; r < 12; r++) {
    cart_coords(c, r, coords);
    assert_int_equal(coords[0], r / 4);
    assert_int_equal(coords[1], r % 4);
    assert_int_equal(cart_rank(c, coords), r);
  }
  assert_int_equal(cart_rank(c, (int[]){1, -1}), 7);
  assert_int_equal(cart_rank(c, (int[]){1, 9}), 5);
  assert_int_equal(cart_rank(c, (int[]){3, 0}), MPI_PROC_NULL);
  assert_int_equal(((struct cart *)sub)->ndims, 1);
  assert_int_equal(((struct cart *)sub)->dims[0], 4);
  assert_true(((struct cart *)sub)->periodic[0]);
  t->free(t);
  assert_int_equal(cart_size((struct cart *)copy), 12);
  sub->free(sub);
  copy->free(copy);
}

static void test_graph(void **state)
{
  static const int index[] = {2, 3, 3, 4}, edges[] = {1, 3, 0, 0};
  struct topology *t = graph_new(4, index, edges), *copy = t->copy(t);
  struct graph *g = (struct graph *)copy;

  (void)state;
  t->free(t);
  assert_int_equal(graph_degree(g, 0), 2);
  assert_int_equal(graph_degree(g, 2), 0);
  assert_int_equal(graph_neighbors(g, 0)[1], 3);
  assert_int_equal(graph_neighbors(g, 3)[0], 0);
  copy->free(copy);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dims),
      cmocka_unit_test(test_dims_refused),
      cmocka_unit_test(test_cart),
      cmocka_unit_test(test_graph),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
