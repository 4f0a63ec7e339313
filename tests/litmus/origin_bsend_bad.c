/* MPI_Ibsend reads the buffer until it is complete.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Ibsend  by rank 0 at origin_bsend_bad.c:27, not yet complete
 * report:   MPI_Get     by rank 0 at origin_bsend_bad.c:28 (epoch: lock_all, opened at origin_bsend_bad.c:24)
 * report:   Nothing orders them. MPI_Wait at origin_bsend_bad.c:29 comes too late; move the MPI_Get after it, or use another buffer. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y;
  char buffer[1000];
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Buffer_attach(buffer, sizeof buffer);
  if (rank == 0) {
    MPI_Ibsend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
    MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&y, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Buffer_detach(&argv, &argc);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
