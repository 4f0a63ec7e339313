/* Ranks that poll shared memory in a loop which spends its time in the C
 * library: they are seen to wait, though the timer that looks at them hardly
 * ever meets the loop itself.
 *
 * mpich: no (volatile is all that orders them)
 * stdout: ok
 * run: np=2 options="--ppn 2"
 */
#include "check.h"

#include <string.h>

enum { ROUNDS = 40, LENGTH = 8000 };

static char text[LENGTH + 1];

static void wait_for(volatile int *turn, int value)
{
  while (*turn != value)
    CHECK(strlen(text) == LENGTH);
}

int main(int argc, char **argv)
{
  int rank, unit;
  volatile int *mine, *other;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  memset(text, 'x', LENGTH);
  MPI_Win_allocate_shared(sizeof *mine, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                          (void *)&mine, &win);
  MPI_Win_shared_query(win, 1 - rank, &size, &unit, (void *)&other);
  *mine = 0;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 1; i <= ROUNDS; i++) {
    if (rank == 0) *other = i;
    wait_for(mine, i);
    if (rank == 1) *other = i;
    MPI_Win_sync(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
