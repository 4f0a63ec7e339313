/* Two ranks put to one word, by two windows over the memory, under shared locks.
 * Exclusive ones would change nothing: each window has locks of its own.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in the window of lock_two_shared_bad.c:20 of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at lock_two_shared_bad.c:24 (epoch: shared lock, opened at lock_two_shared_bad.c:23), not yet complete
 * report:   MPI_Put     by rank 2 at lock_two_shared_bad.c:29 (epoch: shared lock, opened at lock_two_shared_bad.c:28)
 * report:   Nothing orders them. MPI_Win_unlock at lock_two_shared_bad.c:25 comes too late. Let rank 2 know of it, or of a flush, before its MPI_Put. Locks of two windows do not exclude each other. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Win other;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_unlock(1, other);
  }
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
