/* A flush is missing between accumulates and loads after MPI_Win_sync: what the
 * loops find there comes to other addresses, but not to that of the next word.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 8) (16 times)
 * report:   MPI_Accumulate by rank 1 at sync_steps_bad.c:49 (epoch: lock_all, opened at sync_steps_bad.c:43), not yet complete
 * report:   load           by rank 0 at sync_steps_bad.c:25, counts()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_steps_bad.c:56 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [256, 264) (16 times)
 * report:   MPI_Accumulate by rank 1 at sync_steps_bad.c:49 (epoch: lock_all, opened at sync_steps_bad.c:43), not yet complete
 * report:   load           by rank 0 at sync_steps_bad.c:31, copies()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_steps_bad.c:56 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdio.h>

enum { N = 8, STRIDE = 4 };

static long values[N], copy[N];

static __attribute__((noinline)) void counts(const long *memory)
{
  for (int i = 0; i < N; i++)
    values[memory[STRIDE * i] & 1]++;
}

static __attribute__((noinline)) void copies(const long *memory)
{
  for (int i = 0; i < N; i++)
    copy[i] = memory[STRIDE * i];
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
  counts(memory);
  MPI_Win_sync(win);
  copies(memory + N * STRIDE);
  if (values[0] + copy[0] == 99) printf("too many\n");
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
