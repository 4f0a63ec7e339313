/* What all ranks make, some by the function for large counts.
 *
 * run: np=2 options="--check"
 * run: np=2 options="--coll=model"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, one = 1;
  MPI_Comm comm;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Win_create(&one, sizeof one, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
  else
    MPI_Win_create_c(&one, sizeof one, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &win);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_free(&comm);
  MPI_Win_free(&win);
  MPI_Finalize();
}
