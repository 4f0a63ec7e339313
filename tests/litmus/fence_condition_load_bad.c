/* The second part of a condition loads what is put.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at fence_condition_load_bad.c:30 (epoch: fence, opened at fence_condition_load_bad.c:28), not yet complete
 * report:   load        by rank 1 at fence_condition_load_bad.c:16, any()
 * report:   Nothing orders them. MPI_Win_fence at fence_condition_load_bad.c:33 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

static int memory[16];

static __attribute__((noinline)) int any(int k)
{
  return k != 0 || memory[0];
}

int main(int argc, char **argv)
{
  int rank, one = 1, k = argc > 5;
  volatile int found = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else
    found = any(k);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return found > 1;
}
