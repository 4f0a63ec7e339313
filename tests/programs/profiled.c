/* A program compiled with -pg runs as others do: nothing takes the timer by
 * which a loop that waits is found.
 *
 * run: np=2 limit=10
 * build: -pg
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int rank, one = 1, *mine;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof one, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  *mine = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  while (rank == 1 && *(volatile int *)mine == 0)
    ;
  MPI_Win_unlock_all(win);
  CHECK(*mine == rank);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
  return 0;
}
