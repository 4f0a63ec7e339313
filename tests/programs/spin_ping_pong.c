/* Two ranks tell each other through memory whose turn it is, more often than
 * strands may hand something to each other without anything else.
 *
 * mpich: no (slow)
 * run: np=2 options="--ppn 2"
 * stdout: ok
 */
#include "check.h"

#include <stdatomic.h>

enum { TIMES = 70000 };

int main(int argc, char **argv)
{
  int rank;
  atomic_int *turn;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  turn = shared_memory(sizeof *turn, &win);
  double begin = MPI_Wtime();
  for (int i = 0; i < TIMES; i++) {
    while (*turn != rank)
      continue;
    *turn = 1 - rank;
  }
  CHECK(MPI_Wtime() - begin < 1e-6); /* stores and loads take no time */
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0 && !complaints) puts("ok");
  MPI_Win_free(&win);
  MPI_Finalize();
}
