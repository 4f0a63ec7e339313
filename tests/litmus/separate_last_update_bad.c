/* In the separate model a store must come after the last of several updates of
 * another word, not only after the first one.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the copies of the window of rank 1
 * report:   MPI_Accumulate by rank 0 at separate_last_update_bad.c:24 (epoch: lock_all, opened at separate_last_update_bad.c:21), not yet complete
 * report:   store          by rank 1 at separate_last_update_bad.c:34, main()
 * report:   In the separate memory model a store and an update exclude each other in the whole window. Let a flush, a message and then MPI_Win_sync by rank 1 come between the MPI_Accumulate and the store. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  int *memory, rank, found = 0, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    for (int i = 0; i < 2; i++) {
      MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);
      usleep(500);
    }
  if (rank == 1) {
    do {
      MPI_Fetch_and_op(NULL, &found, MPI_INT, 1, 1, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    } while (found != 1);
    usleep(1000);
    MPI_Win_sync(win);
    memory[0] = 1;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
