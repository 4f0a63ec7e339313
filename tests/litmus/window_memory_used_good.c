/* Memory of windows is used until they are freed.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, *other, rank, x = 0;
  MPI_Win win, large;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_allocate(1 << 20, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other, &large);
  MPI_Win_fence(0, large);
  memory[0] = 1;
  if (rank == 0) MPI_Put(memory, 2, MPI_INT, 1, 0, 2, MPI_INT, large);
  MPI_Win_fence(0, large);
  if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(&memory[1], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  x += other[1 << 16];
  MPI_Allreduce(other, &x, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Win_free(&large);
  MPI_Finalize();
}
