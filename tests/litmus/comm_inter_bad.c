/* A message of an intercommunicator, sent before the Put is complete.
 *
 * run: np=4 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 3, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at comm_inter_bad.c:26 (epoch: lock_all, opened at comm_inter_bad.c:24), not yet complete
 * report:   load        by rank 3 at comm_inter_bad.c:30, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at comm_inter_bad.c:32 comes too late. Let rank 3 know of it, or of a flush, before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank, x = 1, token = 0;
  MPI_Comm half, both;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &both);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 3, 0, 1, MPI_INT, win);
    MPI_Send(&token, 1, MPI_INT, 1, 0, both);
  } else if (rank == 3) {
    MPI_Recv(&token, 1, MPI_INT, 0, 0, both, MPI_STATUS_IGNORE);
    seen = memory[0];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  MPI_Finalize();
}
