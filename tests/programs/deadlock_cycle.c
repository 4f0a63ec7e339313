/* The report of a deadlock: who waits for whom, and the cycle.
 *
 * mpich: no (it hangs)
 * run: np=3 args="locks" exit=122
 * stderr: MPI_Win_lock waits for the lock of rank 1 of window "ring", held by rank 1
 * stderr: cycle: rank 0 -> rank 1 -> rank 2 -> rank 0
 * run: np=4 args="receives" exit=122
 * stderr: rank 3 at deadlock_cycle.c:27: MPI_Recv waits for a message from rank 2 with tag 7
 * stderr: cycle: rank 0 -> rank 3 -> rank 2 -> rank 1 -> rank 0
 * run: np=2 args="post" exit=122
 * stderr: MPI_Win_complete waits for MPI_Win_post of rank 1 on window "ring"
 * stderr: MPI_Win_free waits for rank 0 of window "ring" to take part in MPI_Win_free
 */
#include "check.h"

/* Each locks its own part, then the next one's. */
static void locks(MPI_Win win)
{
  int next = (world_rank() + 1) % world_size();
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, world_rank(), 0, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
}

static void receives(void)
{
  int x, before = (world_rank() + world_size() - 1) % world_size();
  MPI_Recv(&x, 1, MPI_INT, before, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 1 never posts. */
static void post(MPI_Win win)
{
  int x = 1;
  MPI_Group world;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  if (world_rank() == 1) return;
  MPI_Win_start(world, 0, win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_set_name(win, "ring");
  if (!strcmp(argv[1], "locks")) locks(win);
  if (!strcmp(argv[1], "receives")) receives();
  if (!strcmp(argv[1], "post")) post(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
