/* The last to arrive loads what others have not completed.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [4, 8)
 * report:   MPI_Put     by rank 1 at mutex_counter_bad.c:26 (epoch: lock_all, opened at mutex_counter_bad.c:25), not yet complete
 * report:   load        by rank 0 at mutex_counter_bad.c:33, main()
 * report:   Nothing orders them. MPI_Win_flush at mutex_counter_bad.c:28 comes too late. Let rank 0 know of it before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int one = 1, arrived = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; i++)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank > 0) MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
  while (rank == 0 && arrived < 3) {
    MPI_Fetch_and_op(NULL, &arrived, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
  }
  if (rank == 0) seen = memory[1];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
