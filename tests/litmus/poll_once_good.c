/* A word is read once, atomically: before or after an Accumulate that nothing
 * orders with it.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  int *memory, rank, found;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    int one = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(1, win);
  } else {
    sleep(1);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Fetch_and_op(NULL, &found, MPI_INT, 1, 0, MPI_NO_OP, win);
    MPI_Win_unlock(1, win);
    MPI_Send(&found, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  if (rank == 0)
    MPI_Recv(&found, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  MPI_Finalize();
}
