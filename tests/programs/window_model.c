/* The attributes that every window answers: base, size, displacement unit,
 * flavour, memory model; by each way of making a window.
 *
 * run: np=3
 * stdout: ok
 */
#include "check.h"

static void *attribute(MPI_Win win, int key)
{
  void *value;
  int found = 0;
  ACCEPTED(MPI_Win_get_attr(win, key, &value, &found));
  CHECK(found);
  return value;
}

static void check(MPI_Win *win, void *base, MPI_Aint size, int unit, int flavor)
{
  CHECK(attribute(*win, MPI_WIN_BASE) == base);
  SAME(*(MPI_Aint *)attribute(*win, MPI_WIN_SIZE), size);
  SAME(*(int *)attribute(*win, MPI_WIN_DISP_UNIT), unit);
  SAME(*(int *)attribute(*win, MPI_WIN_CREATE_FLAVOR), flavor);
  SAME(*(int *)attribute(*win, MPI_WIN_MODEL), MPI_WIN_UNIFIED);
  MPI_Win_free(win);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int me = world_rank(), memory[8], *base;
  MPI_Win win;
  MPI_Comm host;
  /* Sizes and units differ from rank to rank. */
  MPI_Win_create(memory, 8 + me, me + 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  check(&win, memory, 8 + me, me + 1, MPI_WIN_FLAVOR_CREATE);
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  check(&win, NULL, 0, 1, MPI_WIN_FLAVOR_CREATE);
  MPI_Win_allocate(64 * (me + 1), 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                   &win);
  check(&win, base, 64 * (me + 1), 8, MPI_WIN_FLAVOR_ALLOCATE);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  check(&win, MPI_BOTTOM, 0, 1, MPI_WIN_FLAVOR_DYNAMIC);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &host);
  MPI_Win_allocate_shared(16, 4, MPI_INFO_NULL, host, &base, &win);
  check(&win, base, 16, 4, MPI_WIN_FLAVOR_SHARED);
  MPI_Comm_free(&host);
  int code = report();
  MPI_Finalize();
  return code;
}
