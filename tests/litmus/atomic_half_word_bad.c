/* A swap of a long beside a Fetch_and_op of its upper half.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 2, bytes [4, 8)
 * report:   MPI_Compare_and_swap by rank 0 at atomic_half_word_bad.c:23 (epoch: lock_all, opened at atomic_half_word_bad.c:22), not yet complete
 * report:   MPI_Fetch_and_op     by rank 1 at atomic_half_word_bad.c:24 (epoch: lock_all, opened at atomic_half_word_bad.c:22)
 * report:   Accumulates of different types are not atomic towards each other; use one predefined type for both, and elements that coincide, else nothing orders them. MPI_Win_unlock_all at atomic_half_word_bad.c:25 comes too late. Let rank 1 know of it, or of a flush, before its MPI_Fetch_and_op. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  long one = 1, zero = 0, old;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Compare_and_swap(&one, &zero, &old, MPI_LONG, 2, 0, win);
  if (rank == 1) MPI_Fetch_and_op(&one, &old, MPI_INT, 2, 1, MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
