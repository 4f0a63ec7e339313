/* Accumulates of text are atomic towards each other if their elements are of one
 * size.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  char *memory, one[] = "abcd", other[] = "efgh";
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 1)
    MPI_Accumulate(one, 4, MPI_CHARACTER, 0, 0, 4, MPI_CHARACTER, MPI_REPLACE,
                   win);
  if (rank == 2)
    MPI_Accumulate(other, 4, MPI_CHARACTER, 0, 0, 4, MPI_CHARACTER, MPI_REPLACE,
                   win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
