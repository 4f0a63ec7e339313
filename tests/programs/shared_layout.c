/* A shared window is one piece in rank order by default, ranks without memory
 * included, whose base is not null; MPI_PROC_NULL asks for the lowest rank with
 * memory; what one rank stores the others load.
 *
 * mpich: no (it gives ranks without memory a null base)
 * run: np=5 options="--ppn 5"
 * stdout: ok
 */
#include "check.h"

enum { UNIT = sizeof(int) };

/* Ranks 0 and 3 have no memory, the others as many ints as their rank. */
static int share(int rank)
{
  return rank == 0 || rank == 3 ? 0 : rank;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size(), *mine, *base, *expected, unit;
  MPI_Aint size;
  MPI_Comm host;
  MPI_Win win;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &host);
  MPI_Comm_size(host, &unit);
  SAME(unit, n); /* one host */
  MPI_Win_allocate_shared(share(me) * UNIT, UNIT, MPI_INFO_NULL, host, &mine,
                          &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < share(me); i++)
    mine[i] = 10 * me + i;
  MPI_Win_sync(win);
  MPI_Barrier(host);
  MPI_Win_sync(win);

  MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &expected);
  SAME(size, share(1) * UNIT);
  SAME(unit, UNIT);
  for (int r = 0; r < n; r++) {
    MPI_Win_shared_query(win, r, &size, &unit, &base);
    SAME(size, share(r) * UNIT);
    SAME(unit, UNIT);
    if (r == me) CHECK(base == mine);
    CHECK(base != NULL);
    if (share(r) == 0) continue;
    CHECK(base == expected);
    for (int i = 0; i < share(r); i++)
      SAME(base[i], 10 * r + i);
    expected += share(r);
  }
  MPI_Barrier(host);

  /* Stores through another rank's base, and operations on the same memory. */
  MPI_Win_shared_query(win, 4, &size, &unit, &base);
  if (me == 1) base[0] = 99;
  MPI_Win_sync(win);
  MPI_Barrier(host);
  MPI_Win_sync(win);
  int got = 0;
  MPI_Get(&got, 1, MPI_INT, 4, 0, 1, MPI_INT, win);
  MPI_Win_flush(4, win);
  SAME(got, 99);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&host);
  int code = report();
  MPI_Finalize();
  return code;
}
