/* With alloc_shared_noncontig each rank's part of a shared window may lie
 * anywhere; sizes and contents are the same. A rank without memory has no
 * address, as with other MPIs.
 *
 * run: np=5 options="--ppn 5"
 * run: np=5 options="--ppn 5 --check"
 * stdout: ok
 */
#include "check.h"

enum { NONE = 2 };

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
  MPI_Win_allocate_shared(me == NONE ? 0 : me + 3, 1, info, MPI_COMM_WORLD,
                          &mine, &win);
  MPI_Info_free(&info);
  MPI_Win_fence(0, win);
  CHECK((mine == NULL) == (me == NONE));
  if (me != NONE) memset(mine, 'a' + me, me + 3);
  MPI_Win_fence(0, win);
  for (int r = 0; r < world_size(); r++) {
    MPI_Win_shared_query(win, r, &size, &unit, &base);
    SAME(size, r == NONE ? 0 : r + 3);
    CHECK((base == NULL) == (r == NONE));
    for (int i = 0; i < size; i++)
      SAME(base[i], 'a' + r);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
