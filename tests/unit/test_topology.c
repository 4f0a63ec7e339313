/* Topologies: factors, grids, graphs. */
#include "model/topology/topology.h"

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
  struct topology *sub = cart_sub(c, keep);
  int coords[2];
  (void)state;
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
  assert_ptr_equal(topology_ref(t), t);
  topology_unref(t);
  assert_int_equal(cart_rank(c, (int[]){2, 3}), 11);
  topology_unref(sub);
  topology_unref(t);
}

static void test_graph(void **state)
{
  static const int index[] = {2, 3, 3, 4}, edges[] = {1, 3, 0, 0};
  struct topology *t = graph_new(4, index, edges);
  struct graph *g = (struct graph *)t;
  (void)state;
  assert_int_equal(graph_degree(g, 0), 2);
  assert_int_equal(graph_degree(g, 2), 0);
  assert_int_equal(graph_neighbors(g, 0)[1], 3);
  assert_int_equal(graph_neighbors(g, 3)[0], 0);
  topology_unref(t);
}

/* A grid of 1 x 2 x 3, of which only the last side has an end: both directions
 * meet the same rank on the first two. */
static void test_neighbors_of_a_grid(void **state)
{
  static const int dims[] = {1, 2, 3}, periodic[] = {1, 1, 0};
  static const int first[] = {0, 0, 3, 3, MPI_PROC_NULL, 1};
  static const int order[] = {1, 0, 3, 2, 5, 4};
  struct topology *t = cart_new(3, dims, periodic);
  (void)state;
  assert_int_equal(topology_indegree(t, 0), 6);
  assert_int_equal(topology_outdegree(t, 0), 6);
  for (int i = 0; i < 6; i++) {
    assert_int_equal(topology_source(t, 0, i), first[i]);
    assert_int_equal(topology_destination(t, 0, i), first[i]);
    assert_int_equal(topology_posted(t, i), order[i]);
  }
  topology_unref(t);
}

static void test_neighbors_of_graphs(void **state)
{
  static const int index[] = {2, 3}, edges[] = {0, 1, 0};
  struct topology *t = graph_new(2, index, edges), *d = dist_graph_new(2, 0);
  struct dist_graph *g = (struct dist_graph *)d;
  (void)state;
  assert_int_equal(topology_indegree(t, 0), 2);
  assert_int_equal(topology_source(t, 0, 1), 1);
  assert_int_equal(topology_destination(t, 1, 0), 0);
  adjacency_set_in(&g->ranks[1], 3, (int[]){0, 1, 0}, NULL);
  adjacency_set_out(&g->ranks[1], 1, (int[]){1}, NULL);
  assert_int_equal(topology_indegree(d, 1), 3);
  assert_int_equal(topology_outdegree(d, 1), 1);
  assert_int_equal(topology_indegree(d, 0), 0);
  assert_int_equal(topology_source(d, 1, 2), 0);
  assert_int_equal(topology_destination(d, 1, 0), 1);
  assert_int_equal(topology_posted(d, 2), 2);
  topology_unref(t);
  topology_unref(d);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dims),
      cmocka_unit_test(test_dims_refused),
      cmocka_unit_test(test_cart),
      cmocka_unit_test(test_graph),
      cmocka_unit_test(test_neighbors_of_a_grid),
      cmocka_unit_test(test_neighbors_of_graphs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
