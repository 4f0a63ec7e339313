/* Fifty thousand puts to the same bytes in one epoch: one report, and soon.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4) (49999 times)
 * report:   MPI_Put     by rank 0 at conflict_many_puts_bad.c:23 (epoch: lock_all, opened at conflict_many_puts_bad.c:20), not yet complete
 * report:   MPI_Put     by rank 0 at conflict_many_puts_bad.c:23 (epoch: lock_all, opened at conflict_many_puts_bad.c:20)
 * report:   Nothing orders them. MPI_Win_unlock_all at conflict_many_puts_bad.c:24 comes too late; move the later MPI_Put into an epoch after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

enum { TIMES = 50000 };

int main(int argc, char **argv)
{
  int *memory, rank, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    for (int i = 0; i < TIMES; i++)
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
