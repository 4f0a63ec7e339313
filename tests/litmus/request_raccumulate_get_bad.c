/* A Get of what an Raccumulate has not written yet, for all its wait says.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Raccumulate by rank 0 at request_raccumulate_get_bad.c:25 (epoch: lock_all, opened at request_raccumulate_get_bad.c:23), complete locally only
 * report:   MPI_Get         by rank 0 at request_raccumulate_get_bad.c:28 (epoch: lock_all, opened at request_raccumulate_get_bad.c:23)
 * report:   Nothing orders them. MPI_Win_unlock_all at request_raccumulate_get_bad.c:30 comes too late; move the MPI_Get into an epoch after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Raccumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);

    MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
