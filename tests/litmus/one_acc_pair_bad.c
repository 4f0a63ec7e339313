/* Accumulates to pairs that overlap in part are not ordered.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [4, 6)
 * report:   MPI_Accumulate by rank 0 at one_acc_pair_bad.c:26 (epoch: lock_all, opened at one_acc_pair_bad.c:24), not yet complete
 * report:   MPI_Accumulate by rank 0 at one_acc_pair_bad.c:28 (epoch: lock_all, opened at one_acc_pair_bad.c:24)
 * report:   Accumulates of elements that overlap in part are not atomic towards each other; let the elements coincide, else nothing orders them. MPI_Win_unlock_all at one_acc_pair_bad.c:31 comes too late; move the later MPI_Accumulate into an epoch after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  struct pair {
    short value;
    int index;
  } * memory, x[2] = {{1, 1}, {2, 2}};
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof *x, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(x, 2, MPI_SHORT_INT, 1, 0, 2, MPI_SHORT_INT, MPI_MAXLOC,
                   win);
    MPI_Accumulate(x, 1, MPI_SHORT_INT, 1, 1, 1, MPI_SHORT_INT, MPI_MAXLOC,
                   win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
