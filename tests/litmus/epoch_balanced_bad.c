/* Ranks wait for ever; starts and posts that were answered have no part in it,
 * though the epochs that are open do not name those ranks.
 *
 * run: np=4 options="--check" exit=122
 * report: oriel: deadlock at 0.000008168 s: 4 of 4 ranks wait, and nothing can happen any more
 * report:   rank 0 at epoch_balanced_bad.c:47: MPI_Recv waits for a message from rank 2 with tag 0 in MPI_COMM_WORLD
 * report:   rank 1 at epoch_balanced_bad.c:34: MPI_Win_wait waits for MPI_Win_complete of rank 3 on the window
 * report:   ranks 2-3 at epoch_balanced_bad.c:54: MPI_Recv waits for a message from rank 0 with tag 0 in MPI_COMM_WORLD
 * report:   cycle: rank 0 -> rank 2 -> rank 0
 */
#include <mpi.h>

static int rank, x = 1;
static MPI_Win win;
static MPI_Group world;

static MPI_Group only(int who)
{
  MPI_Group group;
  MPI_Group_incl(world, 1, &who, &group);
  return group;
}

static void access_epoch(int target)
{
  MPI_Win_start(only(target), 0, win);
  MPI_Put(&x, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
}

static void expose(int origin)
{
  MPI_Win_post(only(origin), 0, win);
  MPI_Win_wait(win);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    access_epoch(1);
    MPI_Win_start(only(2), 0, win);
    MPI_Recv(&x, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (rank == 1) {
    expose(0);
    expose(3);
  }
  if (rank > 1)
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
