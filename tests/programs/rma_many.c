/* A hundred thousand operations that wait, for a post or for one large
 * accumulate before them, cost as much as so many that do not.
 *
 * run: np=2 limit=30
 * run: np=2 limit=30 options="--order late"
 * run: np=2 limit=30 options="--order reverse"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

enum { MANY = 100000, LARGE = 1 << 18 };

int main(int argc, char **argv)
{
  static double large[LARGE];
  double one = 1, *memory;
  MPI_Win win;
  MPI_Group world, peer;
  MPI_Init(&argc, &argv);
  int me = world_rank(), other = 1 - me;
  MPI_Win_allocate(sizeof large, sizeof one, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  MPI_Win_get_group(win, &world);
  MPI_Group_incl(world, 1, &other, &peer);
  if (me == 0) {
    MPI_Win_start(peer, 0, win);
    for (int i = 0; i < MANY; i++)
      MPI_Put(&one, 1, MPI_DOUBLE, 1, i, 1, MPI_DOUBLE, win);
    MPI_Win_complete(win);
  } else {
    memset(memory, 0, sizeof large);
    usleep(1000000);
    MPI_Win_post(peer, 0, win);
    MPI_Win_wait(win);
    for (int i = 0; i < MANY; i++)
      if (memory[i] != 1) complain(__FILE__, __LINE__, "memory[i] == 1");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    MPI_Win_lock_all(0, win);
    MPI_Accumulate(large, LARGE, MPI_DOUBLE, 1, 0, LARGE, MPI_DOUBLE,
                   MPI_REPLACE, win);
    for (int i = 0; i < MANY; i++)
      MPI_Accumulate(&one, 1, MPI_DOUBLE, 1, i % 2, 1, MPI_DOUBLE, MPI_SUM,
                     win);
    MPI_Win_unlock_all(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 1) SAME(memory[0], MANY / 2);
  if (me == 1) SAME(memory[1], MANY / 2);
  MPI_Group_free(&world);
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
