/* --order: the instants at which MPI lets the bytes of a put and a get move.
 * Two puts to one place and a get of it, in one epoch, are left open by MPI;
 * each order has its own outcome, and the dates stay the same.
 *
 * mpich: no (the outcome is open)
 * run: np=2
 * stdout: target 2, got 2
 * run: np=2 options="--order early"
 * stdout: target 2, got 2
 * run: np=2 options="--order late"
 * stdout: target 2, got 0
 * run: np=2 options="--order reverse"
 * stdout: target 1, got 0
 * run: np=2 options="--order seed=5" twice=1
 * stdout: target 1, got 2
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *x, got = -1, first = 1, second = 2;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &x);
  MPI_Win_fence(0, win);
  double begin = MPI_Wtime();
  if (world_rank() == 0) {
    MPI_Put(&first, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(&second, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  /* Three issues of 0.38 us, the get there and back, and in the barrier a
   * send and a receive: rank 1 has been waiting. */
  double expected = 3 * 3.8e-7 + 2 * 1.1e-6 + 4e-10 + 2 * 3.8e-7;
  double spent = MPI_Wtime() - begin - 1e-8;
  if (world_rank() == 0) CHECK(spent > expected * (1 - 1e-9));
  if (world_rank() == 0) CHECK(spent < expected * (1 + 1e-9));
  MPI_Bcast(x, 1, MPI_INT, 1, MPI_COMM_WORLD);
  if (world_rank() == 0) printf("target %d, got %d\n", *x, got);
  MPI_Win_free(&win);
  MPI_Finalize();
  return complaints != 0;
}
