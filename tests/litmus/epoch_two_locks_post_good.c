/* A rank that has locked two targets tells one that it has unlocked that, before
 * it unlocks the other.
 *
 * run: np=3 options="--check"
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
    MPI_Win_unlock(0, win);
    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
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
