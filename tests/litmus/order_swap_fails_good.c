/* Who finds a word that MPI_Compare_and_swap has changed learns what came before.
 *
 * run: np=4 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

enum { FLAG, DATA };

int main(int argc, char **argv)
{
  int *memory, rank, x = 1, other = 0, found;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[FLAG] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 3, DATA, 1, MPI_INT, win);
    MPI_Win_flush(3, win);
    MPI_Compare_and_swap(&x, &other, &found, MPI_INT, 3, FLAG, win);
  }
  if (rank == 2) {
    oriel_compute(2);
    MPI_Fetch_and_op(NULL, &found, MPI_INT, 3, FLAG, MPI_NO_OP, win);
    MPI_Win_flush(3, win);
    MPI_Put(&x, 1, MPI_INT, 3, DATA, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
