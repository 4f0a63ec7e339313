/* An interface adds to MPI_CHAR as to MPI_SIGNED_CHAR, while the target
 * computes.
 *
 * mpich: no (how long it takes)
 * run: np=2 options="--progress weak"
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>

static double time_of(MPI_Datatype type, MPI_Win win)
{
  signed char one = 1;
  double begin = MPI_Wtime();
  MPI_Accumulate(&one, 1, type, 1, 0, 1, type, MPI_SUM, win);
  MPI_Win_flush(1, win);
  return MPI_Wtime() - begin;
}

int main(int argc, char **argv)
{
  signed char *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (world_rank() == 1) {
    oriel_compute(1);
  } else {
    double number = time_of(MPI_SIGNED_CHAR, win);
    double text = time_of(MPI_CHAR, win);
    CHECK(number < 1e-5 && text < 1e-5);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
