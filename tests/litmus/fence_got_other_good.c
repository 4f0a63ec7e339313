/* The get is over for its origin when the fence returns; the put when it has
 * returned at the target, as the barrier tells.
 *
 * run: np=3 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int memory[2] = {0}, rank, x = 1, y;
  MPI_Win one, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &other);
  MPI_Win_set_name(one, "one");
  MPI_Win_fence(MPI_MODE_NOPRECEDE, one);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, other);
  if (rank == 2) {
    MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, one);
    MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, one);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
  if (rank == 2) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, other);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, other);
  MPI_Win_free(&other);
  MPI_Win_free(&one);
  MPI_Finalize();
}
