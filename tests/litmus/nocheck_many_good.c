/* A lock with MPI_MODE_NOCHECK, and many later ones, that are over as the rank
 * knows that locks after them.
 *
 * run: np=4 options="--check"
 * run: np=4 options="--check" args="known"
 */
#include <mpi.h>
#include <oriel.h>

enum { MANY = 20 };

int main(int argc, char **argv)
{
  int *memory, rank, x = 1, known = argc > 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win);
    MPI_Win_unlock(0, win);
    if (known) MPI_Send(&x, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    MPI_Send(&x, 0, MPI_INT, 3, 0, MPI_COMM_WORLD);
  }
  if (rank == 2) {
    if (known)
      MPI_Recv(&x, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
      oriel_compute(1);
    for (int i = 0; i < MANY; i++) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, known ? 0 : MPI_MODE_NOCHECK, win);
      MPI_Win_unlock(0, win);
    }
    if (!known) MPI_Send(&x, 0, MPI_INT, 3, 0, MPI_COMM_WORLD);
  }
  if (rank == 3) {
    MPI_Recv(&x, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!known)
      MPI_Recv(&x, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
