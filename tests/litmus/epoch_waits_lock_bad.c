/* A rank locks what another exposes, which waits in MPI_Win_wait already.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: epoch: the window of rank 1 may be exposed by MPI_Win_post and locked at the same time
 * report:   MPI_Win_post by rank 1 at epoch_waits_lock_bad.c:23
 * report:   MPI_Win_lock by rank 2 at epoch_waits_lock_bad.c:34 (shared)
 * report:   Nothing keeps the two apart. Let rank 2 know, as by a message, that rank 1 has left MPI_Win_wait, before it calls MPI_Win_lock. [MPI-4.1 12.5.3]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Group world, other;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - rank % 2}, &other);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 1) {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
  }
  if (rank == 0) {
    oriel_compute(2);
    MPI_Win_start(other, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  if (rank == 2) {
    oriel_compute(1);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}
