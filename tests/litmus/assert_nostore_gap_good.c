/* A window in a gap of a receive's type, before a fence with MPI_MODE_NOSTORE.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  static int memory[16];
  MPI_Datatype column;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(4, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_create(&memory[2], 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Send(memory, 1, column, 1, 0, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(memory, 1, column, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  MPI_Win_free(&win);
  MPI_Type_free(&column);
  MPI_Finalize();
}
