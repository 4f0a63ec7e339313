/* A message says nothing of a Get that nothing completes.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Get     by rank 0 at told_get_read_bad.c:22 (epoch: lock_all, opened at told_get_read_bad.c:20), not yet complete
 * report:   MPI_Put     by rank 2 at told_get_read_bad.c:27 (epoch: lock_all, opened at told_get_read_bad.c:20)
 * report:   Nothing orders them. MPI_Win_unlock_all at told_get_read_bad.c:29 comes too late. Let rank 2 know of it, or of a flush, before its MPI_Put. If it may find either value, update by MPI_Accumulate with MPI_REPLACE, and get by MPI_Get_accumulate with MPI_NO_OP. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y, token;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Send(&token, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
  if (rank == 2) {
    MPI_Recv(&token, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
