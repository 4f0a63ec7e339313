/* MPI_Win_wait at one target does not tell that the origin's gets from another
 * are complete: its MPI_Win_complete has been called, and may not be over.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Get     by rank 0 at complete_other_target_bad.c:26 (epoch: start, opened at complete_other_target_bad.c:25), complete only for those who know of it
 * report:   store       by rank 1 at complete_other_target_bad.c:36, main()
 * report:   Nothing orders them. MPI_Win_wait at complete_other_target_bad.c:37 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, got[2];
  MPI_Group world, origin, targets;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){0}, &origin);
  MPI_Group_incl(world, 2, (int[]){1, 2}, &targets);
  if (rank == 0) {
    MPI_Win_start(targets, 0, win);
    MPI_Get(&got[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get(&got[1], 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(origin, 0, win);
    if (rank == 2) {
      MPI_Win_wait(win);
      MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      *memory = 1;
      MPI_Win_wait(win);
    }
  }
  MPI_Group_free(&targets);
  MPI_Group_free(&origin);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}
