/* One of three members does not say that all parts of the window have a size.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: rank 0 at collective_hints_bad.c:21: MPI_Win_allocate: the info key same_size is true at rank 0 of the communicator, and not at rank 1; give it at all or at none [MPI-4.1 12.2.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Info info;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Info_create(&info);
  if (rank != 1) MPI_Info_set(info, "same_size", "true");
  MPI_Info_set(info, "same_disp_unit", "true");
  if (rank == 1) MPI_Info_set(info, "no_locks", "true");
  if (rank == 1) MPI_Info_set(info, "accumulate_ordering", "none");
  if (rank == 1) MPI_Info_set(info, "accumulate_ops", "same_op");
  MPI_Win_allocate(4, 4, info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  MPI_Finalize();
}
