/* A rank that knows that another has left MPI_Win_wait locks all targets.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Group world, other;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - rank % 2}, &other);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 1) {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
    MPI_Send(&x, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  if (rank == 2) {
    MPI_Recv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    oriel_compute(1);
    MPI_Win_lock_all(0, win);
    MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
  }
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}
