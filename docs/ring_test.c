/* A test of one-sided programs with cmocka: docs/testing.md explains it.
 *
 *   cc -g ring_test.c -loriel -lcmocka && ./a.out */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <mpi.h>
#include <oriel_test.h>
#include <stdio.h>

static int runs; /* each rank of each simulation has a copy of its own */

/* Each rank puts its number into the window of the next. */
static int ring(int argc, char **argv)
{
  int rank, size, *from;
  MPI_Win win;
  runs++;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof *from, sizeof *from, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &from, &win);
  MPI_Win_set_name(win, "ring");
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0) printf("rank 0 got %d, run %d\n", *from, runs);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

/* All put into the window of rank 0. */
static int heap(int argc, char **argv)
{
  int rank, *from;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *from, sizeof *from, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &from, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 3;
}

static void test_ring(void **state)
{
  (void)state;
  for (int ranks = 1; ranks <= 64; ranks *= 4) {
    char expected[64];
    struct oriel_result *r = oriel_test_run(ring, ranks, "--check", NULL);
    snprintf(expected, sizeof expected, "rank 0 got %d, run 1\n", ranks - 1);
    oriel_assert_clean(r);
    oriel_assert_output(r, expected);
    oriel_assert_time_at_most(r, 100e-6);
    oriel_result_free(r);
  }
  assert_int_equal(runs, 0);
}

static void test_heap(void **state)
{
  (void)state;
  struct oriel_result *r = oriel_test_run(heap, 4, "--check", NULL);
  oriel_assert_conflict(r, "ring_test.c:47", "ring_test.c:47");
  oriel_assert_exit(r, 3); /* the program's own code goes first */
  assert_int_equal(r->report_count, 1);
  assert_int_equal(r->reports[0].count, 3); /* later puts */
  oriel_result_free(r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ring),
      cmocka_unit_test(test_heap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
