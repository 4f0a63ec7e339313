/* Two windows lie over the same memory; accumulates through the one are not
 * atomic to those through the other.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of create_overlap_acc_bad.c:20 of rank 1, bytes [0, 4)
 * report:   MPI_Accumulate by rank 0 at create_overlap_acc_bad.c:24 (epoch: fence, opened at create_overlap_acc_bad.c:22), not yet complete
 * report:   MPI_Accumulate by rank 2 at create_overlap_acc_bad.c:26 (epoch: fence, opened at create_overlap_acc_bad.c:23)
 * report:   Accumulates through different windows are not atomic towards each other; issue both through one, else nothing orders them. MPI_Win_fence at create_overlap_acc_bad.c:28 comes too late; move the later MPI_Accumulate after it and a barrier. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, x = 1;
  static int counter;
  MPI_Win win, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&counter, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(&counter, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, other);
  if (rank == 0) MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  if (rank == 2)
    MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, other);
  MPI_Win_fence(0, other);
  MPI_Win_fence(0, win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
