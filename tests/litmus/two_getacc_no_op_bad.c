/* MPI_Get_accumulate with MPI_NO_OP beside a Put.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 2, bytes [0, 4)
 * report:   MPI_Get_accumulate by rank 0 at two_getacc_no_op_bad.c:24 (epoch: lock_all, opened at two_getacc_no_op_bad.c:22), not yet complete
 * report:   MPI_Put            by rank 1 at two_getacc_no_op_bad.c:26 (epoch: lock_all, opened at two_getacc_no_op_bad.c:22)
 * report:   Nothing orders them. MPI_Win_unlock_all at two_getacc_no_op_bad.c:27 comes too late. Let rank 1 know of it, or of a flush, before its MPI_Put. If it may find either value, update by MPI_Accumulate with MPI_REPLACE. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, old;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Get_accumulate(NULL, 0, MPI_INT, &old, 1, MPI_INT, 2, 0, 1, MPI_INT,
                       MPI_NO_OP, win);
  if (rank == 1) MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
