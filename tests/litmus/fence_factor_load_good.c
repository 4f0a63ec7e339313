/* Each round of a loop loads what is put, after the fence.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

enum { N = 8 };
static double scaled[N];

int main(int argc, char **argv)
{
  int rank;
  double *memory, factor = 3;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof factor, sizeof factor, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  *memory = 2;
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&factor, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    for (int i = 0; i < N; i++)
      scaled[i] += i * *memory;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return scaled[0] > 1;
}
