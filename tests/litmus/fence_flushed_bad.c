/* A target stores to what has been put already, but not before the fence, which
 * would tell it of that: its origin waits there.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at fence_flushed_bad.c:23 (epoch: fence, opened at fence_flushed_bad.c:21), complete only for those who know of it
 * report:   store       by rank 1 at fence_flushed_bad.c:26, main()
 * report:   Nothing orders them. MPI_Win_fence at fence_flushed_bad.c:28 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int rank, x = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  } else {
    oriel_compute(1e-3);
    memory[0] = 2;
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
