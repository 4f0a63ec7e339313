/* A window's memory is being sent when the window is freed.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in window "halo" of rank 0, bytes [0, 8)
 * report:   MPI_Isend    by rank 0 at buffer_window_early_bad.c:21, not yet complete
 * report:   MPI_Win_free by rank 0 at buffer_window_early_bad.c:24
 * report:   Nothing orders them. MPI_Wait at buffer_window_early_bad.c:29 comes too late; move the MPI_Win_free after it. [MPI-4.1 12.7]
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
  MPI_Win_free(&win);
  if (rank == 0)
    MPI_Send(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  else
    MPI_Recv((int[2]){0}, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
