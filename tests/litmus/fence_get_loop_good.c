/* A loop uses what another one has got, a hundred thousand numbers, behind the
 * fence.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

static int values[100000];
int sum;

int main(int argc, char **argv)
{
  int memory[10] = {0}, rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 1) {
    for (int i = 0; i < 100000; i++)
      MPI_Get(&values[i], 1, MPI_INT, 0, i % 10, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  for (int i = 0; i < 100000; i++) sum += values[i];
  MPI_Win_free(&win);
  MPI_Finalize();
}
