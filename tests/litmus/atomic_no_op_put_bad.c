/* An atomic read whose partner is a plain Put.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Get_accumulate by rank 0 at atomic_no_op_put_bad.c:23 (epoch: fence, opened at atomic_no_op_put_bad.c:22), not yet complete
 * report:   MPI_Put            by rank 2 at atomic_no_op_put_bad.c:24 (epoch: fence, opened at atomic_no_op_put_bad.c:22)
 * report:   Nothing orders them. MPI_Win_fence at atomic_no_op_put_bad.c:25 comes too late; move the MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Datatype t = MPI_INT;
  MPI_Op op = MPI_NO_OP;
  int x = 1, y;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get_accumulate(NULL, 0, t, &y, 1, t, 1, 0, 1, t, op, win);
  if (rank == 2) MPI_Put(&x, 1, t, 1, 0, 1, t, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
