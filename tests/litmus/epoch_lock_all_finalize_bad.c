/* A lock_all epoch is open when the ranks finalize.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: epoch on window "halo" that rank 0 never closes (2 times)
 * report:   MPI_Win_lock_all by rank 0 at epoch_lock_all_finalize_bad.c:21
 * report:   MPI_Finalize     by rank 0 at epoch_lock_all_finalize_bad.c:22
 * report:   Call MPI_Win_unlock_all before MPI_Finalize. [MPI-4.1 12.5]
 * report: oriel: leak: 2 windows made by MPI_Win_allocate at epoch_lock_all_finalize_bad.c:19 are never freed by ranks 0-1 [MPI-4.1 11.2.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_lock_all(0, win);
  MPI_Finalize();
}
