/* It may load the bytes before the put.
 *
 * run: np=1 options="--check"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Group group;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Win_post(group, 0, win);
  MPI_Win_start(group, 0, win);
  seen = memory[0];
  MPI_Put(&x, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Group_free(&group);
  MPI_Win_free(&win);
  MPI_Finalize();
}
