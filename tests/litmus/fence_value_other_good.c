/* Who has found what an accumulate of a fence epoch left there may put there by
 * another window, once the fence has returned to it.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int memory[2] = {0}, rank, x = 1, found = 1;
  MPI_Win one, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &other);
  MPI_Win_set_name(one, "one");
  MPI_Win_fence(MPI_MODE_NOPRECEDE, one);
  if (rank == 0)
    MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, one);
  if (rank == 2) {
    oriel_compute(1);
    MPI_Fetch_and_op(NULL, &found, MPI_INT, 1, 0, MPI_NO_OP, one);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
  if (rank == 2 && found) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_unlock(1, other);
  }
  MPI_Win_free(&other);
  MPI_Win_free(&one);
  MPI_Finalize();
}
