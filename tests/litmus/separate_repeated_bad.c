/* In the separate model a store that a loop repeats is no poll: it and an
 * update of its window are a conflict.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the copies of the window of rank 1
 * report:   store       by rank 1 at separate_repeated_bad.c:23, main()
 * report:   MPI_Put     by rank 0 at separate_repeated_bad.c:24 (epoch: lock_all, opened at separate_repeated_bad.c:20)
 * report:   In the separate memory model a store and an update exclude each other in the whole window. Let MPI_Win_sync by rank 1 and then a message come between the store and the MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 1)
    for (int i = 0; i < 100; i++)
      *(volatile int *)memory = i;
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
