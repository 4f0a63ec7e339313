/* What a rank has got with a fence has been read: who knows that the fence has
 * returned there may put there by another window, whatever the target does.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int memory[2] = {0}, rank, x = 1;
  MPI_Win one, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &other);
  MPI_Win_set_name(one, "one");
  MPI_Win_fence(MPI_MODE_NOPRECEDE, one);
  if (rank == 2) MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, one);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
  if (rank == 2) MPI_Send(&x, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Recv(&x, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_unlock(1, other);
  }
  MPI_Win_free(&other);
  MPI_Win_free(&one);
  MPI_Finalize();
}
