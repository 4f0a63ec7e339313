/* An accumulate of the word that another one fetches, and of the next one, in
 * which the result of that comes.
 *
 * run: np=1 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [4, 8)
 * report:   MPI_Fetch_and_op by rank 0 at self_result_bad.c:21 (its buffer; epoch: lock_all, opened at self_result_bad.c:20), not yet complete
 * report:   MPI_Accumulate   by rank 0 at self_result_bad.c:22 (epoch: lock_all, opened at self_result_bad.c:20)
 * report:   Nothing orders them. MPI_Win_unlock_all at self_result_bad.c:23 comes too late; move the MPI_Accumulate into an epoch after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, one[2] = {1, 1};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(one, memory + 1, MPI_INT, rank, 0, MPI_REPLACE, win);
  MPI_Accumulate(one, 2, MPI_INT, rank, 0, 2, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
