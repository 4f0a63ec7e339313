/* A barrier is missing in loops over time, between the accumulates of another
 * rank and loads after MPI_Win_sync: the loop goes on whatever they find,
 * though it calls MPI.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: portability in the window of rank 1, bytes [0, 8) (3 times)
 * report:   load           by rank 1 at sync_time_step_bad.c:39, first()
 * report:   MPI_Accumulate by rank 0 at sync_time_step_bad.c:28 (epoch: lock_all, opened at sync_time_step_bad.c:66)
 * report:   Polling by loads needs the unified memory model. Fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 * report: oriel: conflict in the window of rank 1, bytes [64, 72) (24 times)
 * report:   load           by rank 1 at sync_time_step_bad.c:52, sum()
 * report:   MPI_Accumulate by rank 0 at sync_time_step_bad.c:28 (epoch: lock_all, opened at sync_time_step_bad.c:66)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Accumulate. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>
#include <stdio.h>

enum { N = 8, STEPS = 3 };

static const long one = 1;

static __attribute__((noinline)) void give(MPI_Win win)
{
  for (int step = 0; step < STEPS; step++)
    for (int i = 0; i < 2 * N; i++) {
      MPI_Accumulate(&one, 1, MPI_LONG, 1, i, 1, MPI_LONG, MPI_SUM, win);
      MPI_Win_flush(1, win);
    }
}

static __attribute__((noinline)) long first(const long *w, MPI_Win win)
{
  long all = 0;
  for (int step = 0; step < STEPS; step++) {
    MPI_Win_flush_all(win);
    MPI_Win_sync(win);
    all += w[0];
  }
  return all;
}

static __attribute__((noinline)) long sum(const long *w, MPI_Win win, int steps)
{
  long all = 0;
  for (int step = 0; step < steps; step++) {
    MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush(0, win);
    MPI_Win_sync(win);
    for (int i = N; i < 2 * N; i++)
      all += w[i];
  }
  return all;
}

int main(int argc, char **argv)
{
  long *memory;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * N * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 2 * N; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    oriel_compute(1);
    give(win);
  } else if (first(memory, win) + sum(memory, win, STEPS) < 0) {
    printf("less than none\n");
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
