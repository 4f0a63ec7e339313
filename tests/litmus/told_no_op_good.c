/* An atomic read is over when it is locally complete.
 *
 * run: np=3 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int one = 1, found, token;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Fetch_and_op(&one, &found, MPI_INT, 1, 0, MPI_NO_OP, win);
    MPI_Win_flush_local(1, win);
    MPI_Send(&token, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
  if (rank == 2) {
    MPI_Recv(&token, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
