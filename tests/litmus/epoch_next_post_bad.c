/* A rank waits for ever for the next post of a target that is in an epoch with
 * it, and another: it has completed its part, and the two name each other.
 *
 * run: np=3 options="--check" exit=122
 * report: oriel: deadlock at 0.000006685 s: 3 of 3 ranks wait, and nothing can happen any more
 * report:   rank 0 at epoch_next_post_bad.c:20: MPI_Win_complete waits for MPI_Win_post of rank 2 on the window
 * report:   rank 1 at epoch_next_post_bad.c:39: MPI_Recv waits for a message from rank 0 with tag 0 in MPI_COMM_WORLD
 * report:   rank 2 at epoch_next_post_bad.c:44: MPI_Win_wait waits for MPI_Win_complete of rank 1 on the window
 * report:   cycle: rank 0 -> rank 2 -> rank 1 -> rank 0
 */
#include <mpi.h>

static MPI_Win win;

static void access_epoch(MPI_Group targets)
{
  int x = 1;
  MPI_Win_start(targets, 0, win);
  MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
}

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Group world, origins, target;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, (int[]){0, 1}, &origins);
  MPI_Group_incl(world, 1, (int[]){2}, &target);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    access_epoch(target);
    access_epoch(target);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
  if (rank == 1) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    access_epoch(target);
  }
  if (rank == 2) {
    MPI_Win_post(origins, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Finalize();
}
