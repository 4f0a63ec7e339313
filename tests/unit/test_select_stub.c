/* The choice of algorithms: the sizes at which it changes, what --coll says,
 * what an algorithm cannot serve; and the dates, by hand, of those that only
 * --coll takes, and of a neighborhood's exchange. */
#include "../stub/ranks.h"
#include "sim/coll/select.h"

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define L 1e-6
#define W 1e10
#define OS 3e-7
#define OR 2e-7
#define HOP (OS + L + OR)
#define COMBINE 4e9
#define COPY 8e9

static const char *const options[] = {
    "o_send=3e-7", "o_recv=2e-7", "poll=1e-7",   "eager=1000",
    "gap=0",       "copy=8e9",    "combine=4e9", "network=latency"};

static void name(const char *text)
{
  char why[256];
  assert_int_equal(select_named(text, why, sizeof why), 0);
}

static void test_sizes(void **state)
{
  const unsigned op = TRAIT_COMMUTATIVE | TRAIT_ELEMENTS;
  (void)state;
  assert_int_equal(select_algorithm(FAMILY_ALLREDUCE, 2048, 8, op),
                   ALGORITHM_RECURSIVE_DOUBLING);
  assert_int_equal(select_algorithm(FAMILY_ALLREDUCE, 2049, 8, op),
                   ALGORITHM_RABENSEIFNER);
  assert_int_equal(select_algorithm(FAMILY_ALLREDUCE, 2049, 8, TRAIT_ELEMENTS),
                   ALGORITHM_RECURSIVE_DOUBLING);
  assert_int_equal(select_algorithm(FAMILY_BCAST, 4096, 3, 0),
                   ALGORITHM_BINOMIAL);
  assert_int_equal(select_algorithm(FAMILY_BCAST, 4096, 4, 0),
                   ALGORITHM_SCATTER_ALLGATHER);
  assert_int_equal(select_algorithm(FAMILY_ALLTOALL, 256, 8, TRAIT_UNIFORM),
                   ALGORITHM_BRUCK);
  assert_int_equal(select_algorithm(FAMILY_ALLTOALL, 256, 8, 0),
                   ALGORITHM_PAIRWISE);
  assert_int_equal(select_algorithm(FAMILY_GATHER, 4097, 8, TRAIT_UNIFORM),
                   ALGORITHM_LINEAR);
  assert_int_equal(select_algorithm(FAMILY_BARRIER, 0, 8, 0),
                   ALGORITHM_DISSEMINATION);
}

static void test_named(void **state)
{
  (void)state;
  name("allgather=recursive-doubling");
  assert_int_equal(select_algorithm(FAMILY_ALLGATHER, 10, 8,
                                    TRAIT_UNIFORM | TRAIT_POWER_OF_TWO),
                   ALGORITHM_RECURSIVE_DOUBLING);
  assert_int_equal(select_algorithm(FAMILY_ALLGATHER, 10, 7, TRAIT_UNIFORM),
                   ALGORITHM_BRUCK);
  name("allgather=ring");
  assert_int_equal(select_algorithm(FAMILY_ALLGATHER, 10, 8, 0),
                   ALGORITHM_RING);
}

static void test_refused(void **state)
{
  char why[256];
  (void)state;
  assert_int_equal(select_named("allreduce=fast", why, sizeof why), -1);
  assert_string_equal(
      why, "allreduce takes rabenseifner, ring or recursive-doubling");
  assert_int_equal(select_named("allreduc=ring", why, sizeof why), -1);
  assert_non_null(strstr(why, "NAME one of allgather, allreduce,"));
  assert_int_equal(select_named("allreduce", why, sizeof why), -1);
  assert_int_equal(select_named("", why, sizeof why), -1);
}

/* --- dates --- */

static void pass(int ranks, void (*body)(void))
{
  stub_complaints = 0;
  assert_int_equal(stub_run(ranks, L, W, options, 8, body), 0);
  assert_int_equal(stub_complaints, 0);
}

/* Three hops up; down again, each rank sending to the farthest first. */
static void tree_barrier(void)
{
  MPI_Barrier(MPI_COMM_WORLD);
  if (self->id == 0) CHECK_TIME(self->time, 3 * HOP + 3 * OS);
  if (self->id == 4) CHECK_TIME(self->time, 4 * HOP + 2 * OS);
  if (self->id == 6) CHECK_TIME(self->time, 5 * HOP + OS);
  if (self->id == 7) CHECK_TIME(self->time, 6 * HOP);
  if (self->id == 1) CHECK_TIME(self->time, 4 * HOP + 2 * OS);
}

static void test_tree_barrier(void **state)
{
  (void)state;
  name("barrier=tree");
  pass(8, tree_barrier);
  name("barrier=dissemination");
}

/* Five ranks: four steps that combine a fifth, four that pass it on. */
static void ring_allreduce(void)
{
  int mine[5], sum[5];
  for (int i = 0; i < 5; i++)
    mine[i] = i + self->id;
  MPI_Allreduce(mine, sum, 5, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < 5; i++)
    CHECK(sum[i] == 5 * i + 10);
  double message = HOP + 4 / W;
  CHECK_TIME(self->time, 20 / COPY + 4 * (message + 4 / COMBINE) + 4 * message);
}

static void test_ring_allreduce(void **state)
{
  (void)state;
  name("allreduce=ring");
  pass(5, ring_allreduce);
  name("allreduce=recursive-doubling");
}

/* Both neighbors of a ring: the second message leaves after the first. */
static void ring_neighbors(void)
{
  int size = stub_size, wraps = 1, got[2] = {-1, -1}, me = self->id;
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &wraps, 0, &ring);
  double start = self->time;
  MPI_Neighbor_allgather(&me, 1, MPI_INT, got, 1, MPI_INT, ring);
  CHECK(got[0] == (me + size - 1) % size && got[1] == (me + 1) % size);
  CHECK_TIME(self->time, start + 2 * OS + L + 4 / W + OR);
  MPI_Comm_free(&ring);
}

static void test_ring_neighbors(void **state)
{
  (void)state;
  pass(4, ring_neighbors);
  pass(8, ring_neighbors);
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_named),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_tree_barrier),
      cmocka_unit_test(test_ring_allreduce),
      cmocka_unit_test(test_ring_neighbors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
