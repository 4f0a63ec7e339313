/* Get, add and Put without a lock.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at mutex_none_bad.c:31 (epoch: lock_all, opened at mutex_none_bad.c:27), complete only for those who know of it
 * report:   MPI_Get     by rank 1 at mutex_none_bad.c:28 (epoch: lock_all, opened at mutex_none_bad.c:27)
 * report:   Nothing orders them. MPI_Win_flush at mutex_none_bad.c:32 completes the MPI_Put, but nothing lets rank 1 know before its MPI_Get. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at mutex_none_bad.c:31 (epoch: lock_all, opened at mutex_none_bad.c:27), complete only for those who know of it
 * report:   MPI_Put     by rank 1 at mutex_none_bad.c:31 (epoch: lock_all, opened at mutex_none_bad.c:27)
 * report:   Nothing orders them. MPI_Win_flush at mutex_none_bad.c:32 completes the earlier MPI_Put, but nothing lets rank 1 know before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int one = 1, old;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; i++)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Get(&old, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  old += one;
  MPI_Put(&old, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
