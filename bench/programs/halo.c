/* A two-dimensional halo exchange with fences on a periodic grid: in each epoch
 * every rank puts a message to each of its four neighbours.
 *
 *   halo [EPOCHS [BYTES]]     20 epochs, 1,024 bytes
 *
 * Compiled with -DGLOBALS=N it has N bytes of variables that it writes. */
#include "bench.h"

enum { NORTH, SOUTH, WEST, EAST, SIDES };

#ifdef GLOBALS
static char globals[GLOBALS] = {1};
#endif

static void neighbours_find(int me, int ranks, int *neighbour)
{
  int rows = 1, columns, row, column;
  for (int i = 1; i * i <= ranks; i++)
    if (ranks % i == 0) rows = i;
  columns = ranks / rows;
  row = me / columns;
  column = me % columns;
  neighbour[NORTH] = (row + rows - 1) % rows * columns + column;
  neighbour[SOUTH] = (row + 1) % rows * columns + column;
  neighbour[WEST] = row * columns + (column + columns - 1) % columns;
  neighbour[EAST] = row * columns + (column + 1) % columns;
}

/* What the southern edge of the neighbour in the north is, is my northern. */
static int halo_right(const char *window, int bytes, const int *neighbour)
{
  int right = 1;
  for (int side = 0; side < SIDES; side++)
    right = right &&
            bench_filled(window + side * bytes, bytes, (char)neighbour[side]);
  return right;
}

int main(int argc, char **argv)
{
  static const int opposite[SIDES] = {SOUTH, NORTH, EAST, WEST};
  int neighbour[SIDES];
  char *window;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int epochs = bench_argument(argc, argv, 1, 20);
  int bytes = bench_argument(argc, argv, 2, 1024);
  int me = bench_rank(), ranks = bench_ranks();
#ifdef GLOBALS
  memset(globals, me, sizeof globals);
#endif
  neighbours_find(me, ranks, neighbour);
  MPI_Win_allocate((MPI_Aint)SIDES * bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window, &win);
  char *edge = malloc(bytes);
  memset(edge, me, bytes);

  double start = MPI_Wtime();
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int epoch = 0; epoch < epochs; epoch++) {
    for (int side = 0; side < SIDES; side++)
      MPI_Put(edge, bytes, MPI_CHAR, neighbour[side],
              (MPI_Aint)opposite[side] * bytes, bytes, MPI_CHAR, win);
    MPI_Win_fence(0, win);
  }
  double seconds = MPI_Wtime() - start;
  int right = halo_right(window, bytes, neighbour);
#ifdef GLOBALS
  right = right && globals[GLOBALS - 1] == (char)me;
#endif
  bench_report((double)ranks * epochs * SIDES, seconds, right);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  free(edge);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
