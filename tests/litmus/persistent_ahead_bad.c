/* Rank 1 starts a persistent gather again and again, hundreds of times ahead of
 * the root, which is late; the root gets what rank 1 stores before a start that
 * the root has not seen yet.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   store       by rank 1 at persistent_ahead_bad.c:31, main()
 * report:   MPI_Get     by rank 0 at persistent_ahead_bad.c:36 (epoch: lock_all, opened at persistent_ahead_bad.c:26)
 * report:   Nothing orders them. Let a barrier or message come between the store and the MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <unistd.h>

enum { STARTS = 600, STORED = 300, SEEN = STORED - 1 };

int main(int argc, char **argv)
{
  int rank, one = 1, all[2], got, *memory;
  MPI_Request gather;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Gather_init(&one, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD,
                  MPI_INFO_NULL, &gather);
  if (rank == 0) usleep(10000);
  for (int i = 0; i < STARTS; i++) {
    if (rank == 1 && i == STORED) *memory = 1;
    MPI_Win_sync(win);
    MPI_Start(&gather);
    MPI_Wait(&gather, MPI_STATUS_IGNORE);
    if (rank == 1 || i != SEEN) continue;
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Request_free(&gather);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
