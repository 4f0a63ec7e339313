/* The result of a Fetch_and_op with MPI_NO_OP is loaded too early.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `y` of main() of rank 0, 4 bytes
 * report:   MPI_Fetch_and_op by rank 0 at origin_no_op_bad.c:24 (epoch: lock_all, opened at origin_no_op_bad.c:22), not yet complete
 * report:   load             by rank 0 at origin_no_op_bad.c:25, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at origin_no_op_bad.c:27 comes too late; move the load after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Fetch_and_op(&x, &y, MPI_INT, 1, 0, MPI_NO_OP, win);
    seen = y;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
