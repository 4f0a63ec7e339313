/* Two lines fetch a word that others accumulate into.
 *
 * build: --check
 * run: np=3 options="--check"
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  int *memory, rank, found, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  sleep(rank);
  if (rank > 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  } else {
    MPI_Fetch_and_op(NULL, &found, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    usleep(1500000);
    MPI_Fetch_and_op(NULL, &found, MPI_INT, 0, 0, MPI_NO_OP, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
