/* A target stores to what has been put, after the fence.
 *
 * run: np=2 options="--check"
 * build: --check
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
  }
  MPI_Win_fence(0, win);
  if (rank == 1) memory[0] = 2;
  MPI_Win_free(&win);
  MPI_Finalize();
}
