/* MPI_Win_complete is over: then the gets from all targets are.
 *
 * run: np=3 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, got[2];
  MPI_Group world, origin, targets;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){0}, &origin);
  MPI_Group_incl(world, 2, (int[]){1, 2}, &targets);
  if (rank == 0) {
    MPI_Win_start(targets, 0, win);
    MPI_Get(&got[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get(&got[1], 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Win_post(origin, 0, win);
    if (rank == 2) {
      MPI_Win_wait(win);
    } else {
      MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      *memory = 1;
      MPI_Win_wait(win);
    }
  }
  MPI_Group_free(&targets);
  MPI_Group_free(&origin);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}
