/* A rank that has locked two targets tells one of them before it has unlocked
 * that, which exposes its window then.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: epoch: the window of rank 0 may be exposed by MPI_Win_post and locked at the same time
 * report:   MPI_Win_lock by rank 2 at epoch_two_locks_post_bad.c:22 (shared)
 * report:   MPI_Win_post by rank 0 at epoch_two_locks_post_bad.c:32
 * report:   Nothing keeps the two apart. Let rank 0 know, as by a message, that rank 2 has left MPI_Win_unlock, before it calls MPI_Win_post. [MPI-4.1 12.5.3]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Group none = MPI_GROUP_EMPTY;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Win_unlock(0, win);
    MPI_Win_unlock(1, win);
  }
  if (rank == 0) {
    MPI_Recv(&x, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    oriel_compute(1);
    MPI_Win_post(none, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
