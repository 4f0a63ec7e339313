/* A flush is missing between accumulates and loads after MPI_Win_sync, in
 * functions that call others, which do not come back to them.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 8) (2 times)
 * report:   MPI_Accumulate by rank 1 at sync_recursion_bad.c:57 (epoch: lock_all, opened at sync_recursion_bad.c:51), not yet complete
 * report:   load           by rank 0 at sync_recursion_bad.c:33, look()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_recursion_bad.c:61 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdio.h>

enum { N = 8 };

static volatile long *words;
static MPI_Win win;

static __attribute__((noinline)) void complain(int i)
{
  printf("word %d is wrong\n", i);
}

/* One that calls itself, and not who calls it. */
static __attribute__((noinline)) void complain_often(int i, int times)
{
  complain(i);
  if (times > 1) complain_often(i, times - 1);
}

static __attribute__((noinline)) void look(int i)
{
  if (words[i] > 1) complain_often(i, 2);
}

static __attribute__((noinline)) void look_after(int i)
{
  MPI_Win_sync(win);
  look(i);
  if (i < 0) complain(i);
}

int main(int argc, char **argv)
{
  long *memory, one = 1;
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
  for (int i = 0; i < N; i++)
    MPI_Accumulate(&one, 1, MPI_LONG, !rank, i, 1, MPI_LONG, MPI_SUM, win);
  MPI_Barrier(MPI_COMM_WORLD);
  words = memory;
  look_after(0);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
