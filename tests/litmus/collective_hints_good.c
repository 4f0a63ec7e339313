/* Hints of a window that may differ between its members do; same_size and
 * same_disp_unit are given by all.
 *
 * run: np=3 options="--check"
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
  MPI_Info_set(info, "same_size", "true");
  MPI_Info_set(info, "same_disp_unit", "true");
  if (rank == 1) MPI_Info_set(info, "no_locks", "true");
  if (rank == 1) MPI_Info_set(info, "accumulate_ordering", "none");
  if (rank == 1) MPI_Info_set(info, "accumulate_ops", "same_op");
  MPI_Win_allocate(4, 4, info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  MPI_Finalize();
}
