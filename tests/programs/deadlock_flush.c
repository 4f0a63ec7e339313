/* The report of a deadlock names the rank that MPI_Win_flush waits for, also
 * where that is to answer, and no lock of another rank that is asked for, too.
 *
 * run: np=3 options="--protocol message --progress weak" exit=122
 * stderr: rank 2 at deadlock_flush.c:37: MPI_Win_flush waits for 1 operation to rank 1 of window "asked"
 * mpich: no (it would hang)
 */
#include "check.h"

#include <semaphore.h>

static void hold(MPI_Win win)
{
  int value;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_unlock(0, win);
}

/* Outside of MPI, where nobody serves what comes. */
static void leave(void)
{
  static sem_t never;
  MPI_Barrier(MPI_COMM_WORLD);
  sem_init(&never, 0, 0);
  sem_wait(&never);
}

static void ask(MPI_Win win)
{
  int one = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 2; i++) /* of rank 0 it waits for the lock */
    MPI_Accumulate(&one, 1, MPI_INT, i, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(1, win);
  MPI_Win_unlock_all(win);
  MPI_Send(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_set_name(win, "asked");
  if (world_rank() == 0) hold(win);
  if (world_rank() == 1) leave();
  if (world_rank() == 2) ask(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
