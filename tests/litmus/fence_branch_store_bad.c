/* Both branches store to one place that is put: the report names the one taken.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at fence_branch_store_bad.c:30 (epoch: fence, opened at fence_branch_store_bad.c:28), not yet complete
 * report:   store       by rank 1 at fence_branch_store_bad.c:17, set()
 * report:   Nothing orders them. MPI_Win_fence at fence_branch_store_bad.c:33 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

static __attribute__((noinline)) void set(int *p, int a, int b, int which)
{
  if (which)
    *p = a;
  else
    *p = b;
}

int main(int argc, char **argv)
{
  int rank, *memory, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else
    set(memory, 2, 3, argc > 5);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
