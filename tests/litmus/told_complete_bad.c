/* MPI_Win_complete is local: rank 2 is told of a Put that may be under way.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: epoch: the window of rank 1 may be exposed by MPI_Win_post and locked at the same time
 * report:   MPI_Win_post by rank 1 at told_complete_bad.c:34
 * report:   MPI_Win_lock by rank 2 at told_complete_bad.c:39 (shared)
 * report:   Nothing keeps the two apart. Let rank 2 know, as by a message, that rank 1 has left MPI_Win_wait, before it calls MPI_Win_lock. [MPI-4.1 12.5.3]
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at told_complete_bad.c:29 (epoch: start, opened at told_complete_bad.c:28), complete only for those who know of it
 * report:   MPI_Get     by rank 2 at told_complete_bad.c:40 (epoch: shared lock, opened at told_complete_bad.c:39)
 * report:   Nothing orders them. MPI_Win_wait at told_complete_bad.c:35 completes the MPI_Put, but nothing lets rank 2 know before its MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Group all, peer;
  int x = 1, y;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, (int[]){rank == 1 ? 0 : 1}, &peer);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Send(&x, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
  if (rank == 1) {
    MPI_Win_post(peer, 0, win);
    MPI_Win_wait(win);
  }
  if (rank == 2) {
    MPI_Recv(&x, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Group_free(&peer);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  MPI_Finalize();
}
