/* A loop loads what is put only if a flag says so, and none does.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

enum { N = 16 };
static int memory[N], wanted[N];

int main(int argc, char **argv)
{
  int rank, one = 1, sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  wanted[5] = argc > 1;
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  } else {
    for (int i = 0; i < N; i++)
      if (wanted[i]) sum += i * memory[3];
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum > 100;
}
