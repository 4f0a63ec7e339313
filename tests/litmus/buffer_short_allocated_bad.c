/* A receive into a window's memory that names more than it has: told once.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: buf of MPI_Recv that is too short
 * report:   MPI_Recv    by rank 1 at buffer_short_allocated_bad.c:20 (writes bytes [0, 16) of window "halo", which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, values[4] = {1, 2, 3, 4};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  if (rank == 0) MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(memory, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  MPI_Finalize();
}
