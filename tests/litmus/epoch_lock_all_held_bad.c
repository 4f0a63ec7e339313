/* A rank exposes what another has locked by MPI_Win_lock_all, and not unlocked.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: epoch: the window of rank 1 is exposed by MPI_Win_post and locked at the same time
 * report:   MPI_Win_lock_all by rank 2 at epoch_lock_all_held_bad.c:20 (shared)
 * report:   MPI_Win_post     by rank 1 at epoch_lock_all_held_bad.c:26
 * report:   The first one is not over. Let rank 1 know, as by a message, that rank 2 has left MPI_Win_unlock_all, before it calls MPI_Win_post. [MPI-4.1 12.5.3]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 2) {
    MPI_Win_lock_all(0, win);
    oriel_compute(2);
    MPI_Win_unlock_all(win);
  }
  if (rank == 1) {
    oriel_compute(1);
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
