/* As persistent_ahead_bad.c, but the root has seen the start before which rank 1
 * stores.
 *
 * build: --check
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <unistd.h>

enum { STARTS = 600, STORED = 300, SEEN = STORED };

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
