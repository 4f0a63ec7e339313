/* Nor does MPI_Comm_idup with its wait.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at order_idup_bad.c:26 (epoch: lock_all, opened at order_idup_bad.c:24), complete only for those who know of it
 * report:   load        by rank 1 at order_idup_bad.c:31, main()
 * report:   Nothing orders them. MPI_Win_flush at order_idup_bad.c:27 completes the MPI_Put, but nothing lets rank 1 know before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Comm copy;
  MPI_Request request;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 1) seen = memory[0];
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&copy);
  MPI_Win_free(&win);
  MPI_Finalize();
}
