/* MPI_Win_shared_query on all flavours and across hosts: size 0 for a rank
 * whose memory cannot be shared, MPI_ERR_RMA_FLAVOR for a dynamic window.
 *
 * mpich: no (it answers for shared windows only)
 * run: np=4 options="--ppn 2"
 * stdout: ok
 */
#include "check.h"

/* Ranks 0 and 1 share a host, 2 and 3 another. */
static void across_hosts(MPI_Win win, int size_of_all)
{
  int me = world_rank(), unit = -1, *base;
  MPI_Aint size = -1;
  for (int r = 0; r < 4; r++) {
    ACCEPTED(MPI_Win_shared_query(win, r, &size, &unit, &base));
    SAME(size, r / 2 == me / 2 ? size_of_all : 0);
    if (r / 2 != me / 2) CHECK(base == NULL);
    if (r / 2 == me / 2) SAME(unit, sizeof(int));
    if (r / 2 == me / 2) SAME(base[0], r);
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int me = world_rank(), *base, unit;
  int *created;
  MPI_Aint size;
  MPI_Win win;
  MPI_Alloc_mem(sizeof(int), MPI_INFO_NULL, &created);

  win = int_window(2, &base);
  base[0] = me;
  MPI_Barrier(MPI_COMM_WORLD);
  across_hosts(win, 2 * sizeof(int));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);

  /* A created window may or may not be shared; the own part always is. */
  MPI_Win_create(created, sizeof(int), sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  ACCEPTED(MPI_Win_shared_query(win, me, &size, &unit, &base));
  SAME(size, sizeof(int));
  CHECK(base == created);
  ACCEPTED(MPI_Win_shared_query(win, me ^ 2, &size, &unit, &base));
  SAME(size, 0);
  MPI_Win_free(&win);

  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_RMA_FLAVOR,
          MPI_Win_shared_query(win, me, &size, &unit, &base));
  MPI_Win_free(&win);

  /* Ranks of two hosts cannot allocate shared memory together. */
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_RMA_SHARED,
          MPI_Win_allocate_shared(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                                  &win));
  MPI_Free_mem(created);
  int code = report();
  MPI_Finalize();
  return code;
}
