/* A flush of oneself completes at the target what a local flush, or a wait for
 * a request, has completed at the origin: whoever names itself so has not
 * forgotten another's rank.
 *
 * run: np=2 options="--check=strict"
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory, got, sum, one = 1;
  MPI_Request request;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  *memory = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1) {
    MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(1, win);
    MPI_Win_flush(1, win);
    CHECK(*memory == 1);
    MPI_Win_flush(0, win);
    MPI_Rget_accumulate(&one, 1, MPI_INT, &sum, 1, MPI_INT, 0, 0, 1, MPI_INT,
                        MPI_SUM, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
