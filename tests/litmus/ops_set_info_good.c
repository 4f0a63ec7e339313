/* The same with the default, which a hint that is not heeded does not narrow.
 *
 * run: np=3 options="--check=strict"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Info info;
  int x = 1, y;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ops", "same_op_no_op");
  MPI_Win_allocate(16, 4, info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_set(info, "accumulate_ops", "same_op");
  MPI_Win_set_info(win, info);
  MPI_Info_free(&info);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Fetch_and_op(&x, &y, MPI_INT, 1, 0, MPI_SUM, win);
  if (rank == 2) MPI_Fetch_and_op(&x, &y, MPI_INT, 1, 0, MPI_NO_OP, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
