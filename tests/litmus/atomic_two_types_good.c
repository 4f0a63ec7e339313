/* One call fetches a word twice in one epoch, as the type that another rank
 * accumulates.
 *
 * build: --check
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  static const MPI_Datatype types[] = {MPI_INT, MPI_INT};
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int found[2];
    for (volatile int i = 0; i < 2; i++)
      MPI_Fetch_and_op(NULL, &found[i], types[i], 1, 0, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
  } else {
    oriel_compute(1e-3);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
