/* What lies between the elements of a Get is used before it is complete.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

enum { N = 64 };
static int buffer[2 * N];

int main(int argc, char **argv)
{
  int rank, *memory, sum = 0;
  MPI_Datatype odd;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(N, 1, 2, MPI_INT, &odd);
  MPI_Type_commit(&odd);
  MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(buffer + 1, 1, odd, 1, 0, N, MPI_INT, win);
    for (int i = 0; i < N; i++)
      sum += buffer[2 * i];
  }
  MPI_Win_fence(0, win);
  MPI_Type_free(&odd);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum > 0;
}
