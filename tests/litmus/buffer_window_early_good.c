/* A window's memory has been sent when the window is freed.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 0;
  MPI_Win win;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  if (rank == 0)
    MPI_Isend(memory, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
  else
    MPI_Irecv(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
  if (rank == 0)
    MPI_Send(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  else
    MPI_Recv((int[2]){0}, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  MPI_Finalize();
}
