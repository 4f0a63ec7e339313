/* What is told of a run that goes on says what a flush waits for.
 *
 * run: np=2 options="--protocol message --progress weak"
 * stderr: MPI_Win_flush waits for 1 operation to rank 1 of the window
 * stdout: ok
 * mpich: no (Oriel's status)
 */
#include "check.h"
#include <oriel.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  int *memory, got = 0;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  *memory = world_rank();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (world_rank() == 0) {
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    CHECK(got == 1);
  } else {
    oriel_compute(1);
    syscall(SYS_kill, syscall(SYS_getpid), SIGUSR1);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
