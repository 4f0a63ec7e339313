/* A lock by a count of those who want it: who is not the first steps back. All
 * are equally fast, so without their waiting differently none is ever first.
 *
 * mpich: no (it may end by chance)
 * run: np=7 exit=122 options="--patience 0.05" args="alike" twice=1
 * stderr: ranks 1-6 at hang_in_step.c:30: MPI_Fetch_and_op finds nothing new
 * stderr: If they step back before each other, --cost noise=0.5 lets chance
 * run: np=7 options="--patience 0.05 --cost noise=0.5" args="alike" twice=1
 * run: np=7 options="--patience 0.05" args="differently"
 * run: np=12 options="--patience 0.05" args="differently"
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>

static const int one = 1, minus = -1;
static MPI_Win win;

static void leave(void)
{
  MPI_Accumulate(&minus, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
}

static void enter(int differently)
{
  for (;;) {
    int others;
    MPI_Fetch_and_op(&one, &others, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    if (others == 0) return;
    leave();
    if (differently) oriel_compute(1e-5 * world_rank());
  }
}

int main(int argc, char **argv)
{
  int *count, *guarded, value;
  MPI_Init(&argc, &argv);
  int differently = strcmp(argv[1], "differently") == 0;
  MPI_Win_allocate(2 * sizeof *count, sizeof *count, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &count, &win);
  guarded = count + 1;
  *count = *guarded = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++) {
    enter(differently);
    MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    oriel_compute(5e-5);
    value++;
    MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    leave();
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) SAME(*guarded, 3 * world_size());
  int failed = report();
  MPI_Win_free(&win);
  MPI_Finalize();
  return failed;
}
