/* A flush is missing between accumulates and loads after MPI_Win_sync, in loops
 * that keep what they find in arrays of their frame, and go by nothing of it:
 * their counters lie beside, and others of their arrays are looked at.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 8) (16 times)
 * report:   MPI_Accumulate by rank 1 at sync_arrays_bad.c:68 (epoch: lock_all, opened at sync_arrays_bad.c:62), not yet complete
 * report:   load           by rank 0 at sync_arrays_bad.c:31, copy()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_arrays_bad.c:77 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [512, 520) (16 times)
 * report:   MPI_Accumulate by rank 1 at sync_arrays_bad.c:68 (epoch: lock_all, opened at sync_arrays_bad.c:62), not yet complete
 * report:   load           by rank 0 at sync_arrays_bad.c:40, copy_slowly()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_arrays_bad.c:77 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [1024, 1032) (16 times)
 * report:   MPI_Accumulate by rank 1 at sync_arrays_bad.c:68 (epoch: lock_all, opened at sync_arrays_bad.c:62), not yet complete
 * report:   load           by rank 0 at sync_arrays_bad.c:50, copy_and_print()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_arrays_bad.c:77 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdio.h>

enum { N = 8, STRIDE = 8, LOOPS = 3 };

static MPI_Win win;

static __attribute__((noinline)) long copy(const long *words)
{
  long all[N];
  for (int i = 0; i < N; i++)
    all[i] = words[STRIDE * i];
  return all[N - 1];
}

static __attribute__((noinline)) long copy_slowly(const long *words)
{
  long all[N];
  volatile int i = 0;
  while (i < N) {
    all[i] = words[STRIDE * i];
    i++;
  }
  return all[N - 1];
}

static __attribute__((noinline)) long copy_and_print(const long *words)
{
  char line[N][20];
  for (int i = 0; i < N; i++)
    snprintf(line[i], sizeof line[i], "%ld", words[STRIDE * i]);
  return line[N - 1][0];
}

int main(int argc, char **argv)
{
  long *memory, one = 1, sum = 0;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(LOOPS * N * STRIDE * sizeof *memory, sizeof *memory,
                   MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < LOOPS * N * STRIDE; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < LOOPS * N * STRIDE; i++)
    MPI_Accumulate(&one, 1, MPI_LONG, !rank, i, 1, MPI_LONG, MPI_SUM, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  sum += copy(memory);
  MPI_Win_sync(win);
  sum += copy_slowly(memory + N * STRIDE);
  MPI_Win_sync(win);
  sum += copy_and_print(memory + 2 * N * STRIDE);
  if (sum < 0) printf("%ld\n", sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
