/* Who hears from the target itself that a fence is over knows that it is so
 * there, as who hears of a later fence does, from whomever; it may have left
 * many more meanwhile.
 *
 * build: --check
 * run: np=4 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

enum { MORE = 8 };

static void replace(int index, MPI_Win win)
{
  int two = 2;
  oriel_compute(1);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Put(&two, 1, MPI_INT, 1, index, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
}

int main(int argc, char **argv)
{
  int memory[2] = {0}, rank, x[2] = {1, 1};
  MPI_Comm two;
  MPI_Win one = MPI_WIN_NULL, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank >= 2, 0, &two);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &other);
  if (rank < 2) {
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, two,
                   &one);
    MPI_Win_fence(0, one);
    if (rank == 0) MPI_Put(x, 2, MPI_INT, 1, 0, 2, MPI_INT, one);
    MPI_Win_fence(0, one);
    if (rank == 1) MPI_Send(x, 0, MPI_INT, 3, 0, MPI_COMM_WORLD);
    MPI_Win_fence(0, one);
    if (rank == 0) MPI_Send(x, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    for (int i = 0; i < MORE; i++)
      MPI_Win_fence(0, one);
  } else {
    MPI_Recv(x, 0, MPI_INT, rank - 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    replace(rank - 2, other);
  }
  MPI_Win_free(&other);
  if (rank < 2) MPI_Win_free(&one);
  MPI_Comm_free(&two);
  MPI_Finalize();
}
