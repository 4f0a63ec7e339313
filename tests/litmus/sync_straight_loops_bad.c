/* Loads after MPI_Win_sync that no loop makes which waits, in functions that
 * are called once: of a word; of many, in a loop that calls nothing of MPI, and
 * in one that prints.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 8)
 * report:   load           by rank 1 at sync_straight_loops_bad.c:32, look()
 * report:   MPI_Accumulate by rank 0 at sync_straight_loops_bad.c:67 (epoch: lock_all, opened at sync_straight_loops_bad.c:59)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Accumulate. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 1, bytes [8, 16) (7 times)
 * report:   load           by rank 1 at sync_straight_loops_bad.c:40, sum_of_words()
 * report:   MPI_Accumulate by rank 0 at sync_straight_loops_bad.c:67 (epoch: lock_all, opened at sync_straight_loops_bad.c:59)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Accumulate. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 1, bytes [64, 72) (8 times)
 * report:   load           by rank 1 at sync_straight_loops_bad.c:48, print_words()
 * report:   MPI_Accumulate by rank 0 at sync_straight_loops_bad.c:67 (epoch: lock_all, opened at sync_straight_loops_bad.c:59)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Accumulate. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>
#include <stdio.h>

enum { N = 16 };

static long *memory;
static MPI_Win win;

static __attribute__((noinline)) long look(int at)
{
  MPI_Win_sync(win);
  return memory[at];
}

static __attribute__((noinline)) long sum_of_words(void)
{
  long sum = 0;
  MPI_Win_sync(win);
  for (int i = 1; i < N / 2; i++)
    sum += memory[i];
  return sum;
}

static __attribute__((noinline)) void print_words(void)
{
  MPI_Win_sync(win);
  for (int i = N / 2; i < N; i++)
    if (memory[i] > 1) printf("word %d is %ld\n", i, memory[i]);
}

int main(int argc, char **argv)
{
  long one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < N; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    oriel_compute(1);
    for (int i = 0; i < N; i++)
      MPI_Accumulate(&one, 1, MPI_LONG, 1, i, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush_all(win);
  } else {
    if (look(0) + sum_of_words() > N + 1) printf("too many\n");
    print_words();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
