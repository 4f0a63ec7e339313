/* A Get that no fence completes before MPI_Finalize.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: operations on window "halo" that rank 0 never completes (2 times)
 * report:   MPI_Get      by rank 0 at epoch_pending_finalize_bad.c:23
 * report:   MPI_Finalize by rank 0 at epoch_pending_finalize_bad.c:24
 * report:   Call MPI_Win_fence before MPI_Finalize. [MPI-4.1 12.5]
 * report: oriel: leak: 2 windows made by MPI_Win_allocate at epoch_pending_finalize_bad.c:20 are never freed by ranks 0-1 [MPI-4.1 11.2.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int one = 1;
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(0, win);
  MPI_Get(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Finalize();
}
