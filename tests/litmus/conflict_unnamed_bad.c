/* Two windows without a name: reports tell them apart by where they were made.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of conflict_unnamed_bad.c:19 of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at conflict_unnamed_bad.c:23 (epoch: fence, opened at conflict_unnamed_bad.c:21), not yet complete
 * report:   store       by rank 1 at conflict_unnamed_bad.c:24, main()
 * report:   Nothing orders them. MPI_Win_fence at conflict_unnamed_bad.c:25 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, one = 1, *left, *right;
  MPI_Win win, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &left, &win);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &right, &other);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, other);
  MPI_Put(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
  if (rank == 1) *right = 2;
  MPI_Win_fence(0, other);
  MPI_Win_fence(0, win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
