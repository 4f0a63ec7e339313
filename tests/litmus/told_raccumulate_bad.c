/* The wait for an Raccumulate completes it locally only.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Raccumulate by rank 0 at told_raccumulate_bad.c:24 (epoch: lock_all, opened at told_raccumulate_bad.c:22), complete locally only
 * report:   MPI_Get         by rank 2 at told_raccumulate_bad.c:30 (epoch: lock_all, opened at told_raccumulate_bad.c:22)
 * report:   Nothing orders them. MPI_Win_unlock_all at told_raccumulate_bad.c:32 comes too late. Let rank 2 know of it, or of a flush, before its MPI_Get. If it may find either value, get by MPI_Get_accumulate with MPI_NO_OP. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Datatype t = MPI_INT;
  int x = 1, y, token;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Raccumulate(&x, 1, t, 1, 0, 1, t, MPI_SUM, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(&token, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
  if (rank == 2) {
    MPI_Recv(&token, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
