/* A Get into the buffer of a broadcast that is under way.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Ibcast  by rank 0 at origin_ibcast_bad.c:22, not yet complete
 * report:   MPI_Get     by rank 0 at origin_ibcast_bad.c:23 (epoch: lock_all, opened at origin_ibcast_bad.c:21)
 * report:   Nothing orders them. MPI_Wait at origin_ibcast_bad.c:24 comes too late; move the MPI_Get after it, or use another buffer. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Ibcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  if (rank == 0) MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
