/* MPI_Get_accumulate with MPI_NO_OP beside an Accumulate.
 *
 * run: np=3 options="--check"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, old;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Get_accumulate(NULL, 0, MPI_INT, &old, 1, MPI_INT, 2, 0, 1, MPI_INT,
                       MPI_NO_OP, win);
  if (rank == 1) MPI_Accumulate(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
