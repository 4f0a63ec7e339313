/* A loop of fetches waits for an Accumulate, and counts; what was complete
 * before that may be loaded after it.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>

int seen;
long rounds;

int main(int argc, char **argv)
{
  int *memory, rank, one = 1, flag = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    oriel_compute(1e-3);
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
  } else {
    while (!flag) {
      rounds++;
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
    seen = memory[1];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
