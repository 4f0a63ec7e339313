/* A loop looks for messages while it uses what has been got, behind the fence.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

enum { COUNT = 100000 };

static int memory[COUNT], values[COUNT];
int sum;

int main(int argc, char **argv)
{
  int rank, there;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Get(values, COUNT, MPI_INT, 0, 0, COUNT, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1) {
    for (int i = 0; i < COUNT; i++) {
      MPI_Iprobe(0, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
      sum += values[i];
    }
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
