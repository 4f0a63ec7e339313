/* A flush is missing between accumulates and loads after MPI_Win_sync: the loop
 * that makes them counts what is wrong, for which compilers make no branch, but
 * a number of a comparison. What it counts decides nothing in the loop.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 8) (16 times)
 * report:   MPI_Accumulate by rank 1 at sync_counts_bad.c:52 (epoch: lock_all, opened at sync_counts_bad.c:46), not yet complete
 * report:   load           by rank 0 at sync_counts_bad.c:25, errors_in()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_counts_bad.c:58 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [256, 264) (16 times)
 * report:   MPI_Accumulate by rank 1 at sync_counts_bad.c:52 (epoch: lock_all, opened at sync_counts_bad.c:46), not yet complete
 * report:   load           by rank 0 at sync_counts_bad.c:33, which_are()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_counts_bad.c:58 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdio.h>

enum { N = 8, STRIDE = 4 };

static __attribute__((noinline)) int errors_in(const long *memory)
{
  int errors = 0;
  for (int i = 0; i < N; i++)
    errors += memory[STRIDE * i] != 1;
  return errors;
}

static __attribute__((noinline)) long which_are(const long *memory)
{
  long bits = 0;
  for (int i = 0; i < N; i++)
    bits |= (long)(memory[STRIDE * i] > 1) << i;
  return bits;
}

int main(int argc, char **argv)
{
  long *memory, one = 1;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * N * STRIDE * sizeof *memory, sizeof *memory,
                   MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 2 * N * STRIDE; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 2 * N * STRIDE; i += STRIDE)
    MPI_Accumulate(&one, 1, MPI_LONG, !rank, i, 1, MPI_LONG, MPI_SUM, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (errors_in(memory) > N) printf("wrong\n");
  MPI_Win_sync(win);
  if (which_are(memory + N * STRIDE) != 0) printf("too many\n");
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
