/* With alloc_shared_noncontig each rank's part of a shared window may lie
 * anywhere; sizes and contents are the same.
 *
 * run: np=4 options="--ppn 4"
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int me = world_rank(), unit;
  char *mine, *base;
  MPI_Aint size;
  MPI_Info info;
  MPI_Win win;
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  MPI_Win_allocate_shared(me + 3, 1, info, MPI_COMM_WORLD, &mine, &win);
  MPI_Info_free(&info);
  MPI_Win_fence(0, win);
  memset(mine, 'a' + me, me + 3);
  MPI_Win_fence(0, win);
  for (int r = 0; r < world_size(); r++) {
    MPI_Win_shared_query(win, r, &size, &unit, &base);
    SAME(size, r + 3);
    for (int i = 0; i < size; i++)
      SAME(base[i], 'a' + r);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
