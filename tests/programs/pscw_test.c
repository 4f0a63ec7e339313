/* MPI_Win_test: false while an origin has not completed, true once, and then
 * the exposure epoch is over.
 *
 * run: np=3 twice=1
 * run: np=3 options="--protocol message --progress weak"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
  int *memory, zero = 0, others[2] = {1, 2}, flag;
  MPI_Group world, centre, rest;
  MPI_Init(&argc, &argv);
  int me = world_rank(), value = 40 + me;
  MPI_Win win = int_window(3, &memory);
  MPI_Win_get_group(win, &world);
  MPI_Group_incl(world, 1, &zero, &centre);
  MPI_Group_incl(world, 2, others, &rest);
  for (int round = 0; round < 3; round++) {
    if (me == 0) {
      MPI_Win_post(rest, 0, win);
      MPI_Win_test(win, &flag);
      CHECK(!flag); /* they wait for the barrier */
      MPI_Barrier(MPI_COMM_WORLD);
      while (!flag)
        MPI_Win_test(win, &flag);
      SAME(memory[1], 41 + 10 * round);
      SAME(memory[2], 42 + 10 * round);
    } else {
      MPI_Barrier(MPI_COMM_WORLD);
      usleep(1000 * me);
      MPI_Win_start(centre, 0, win);
      MPI_Put(&value, 1, MPI_INT, 0, me, 1, MPI_INT, win);
      MPI_Win_complete(win);
      value += 10;
    }
  }
  if (me == 0) { /* no exposure epoch is left */
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_test(win, &flag);
    CHECK(flag);
  }
  MPI_Group_free(&rest);
  MPI_Group_free(&centre);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
