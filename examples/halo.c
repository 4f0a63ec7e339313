/* Halo exchange on a two-dimensional grid: the same exchange under the three
 * kinds of synchronisation that one-sided MPI has.
 *
 *   halo                check each kind for a few steps
 *   halo STEPS [SIDE]   time that many steps, on SIDE x SIDE cells per rank
 *
 * Every rank owns a square of cells. In each step a cell becomes the mean of
 * its four neighbours plus a half, so a rank needs the edges of the squares
 * around its own. Each rank puts its own four edges into the windows of its
 * neighbours, and they differ in how the neighbours come to know:
 *
 *   fence           MPI_Win_fence: all wait for all
 *   post-start      MPI_Win_post, start, complete, wait: neighbours only
 *   lock_all+flush  MPI_Win_lock_all once; MPI_Win_flush_all completes the
 *                   puts, a flag set by MPI_Accumulate tells the target
 *
 * To look at: the window holds nothing but the received edges, once for odd
 * and once for even steps. While a rank still reads those of one step, its
 * faster neighbours may already put those of the next; so one synchronisation
 * per step is enough, and no rank stores into memory that others put to.
 *
 * The check: with u(x, y) = x*x + y*y at the start, the mean of the neighbours
 * of a cell is u + 1, so after t steps each cell is exactly x*x + y*y + t*3/2.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { NORTH, SOUTH, WEST, EAST, SIDES };

struct halo {
  int side;             /* cells along an edge of the square */
  int rows, columns;    /* the grid of ranks */
  int row, column;      /* my place in it */
  int neighbour[SIDES]; /* ranks, or MPI_PROC_NULL at the rim */
  double *now, *next;   /* my cells, side x side */
  MPI_Win win;          /* of received edges: [step parity][side][cell] */
  double *edges;
  MPI_Win flag_win; /* of flags, one per side: the newest step received */
  int *flags;
  MPI_Group around; /* the neighbours */
  MPI_Datatype column_type;
};

/* The place of an edge in everyone's window. */
static MPI_Aint edge_at(const struct halo *h, int step, int side)
{
  return ((MPI_Aint)(step % 2) * SIDES + side) * h->side;
}

/* Put my edges into the neighbours' windows: my northern edge is what the
 * northern neighbour sees in the south. */
static void put_edges(struct halo *h, int step)
{
  double *last_row = h->now + (h->side - 1) * h->side;
  double *last_column = h->now + h->side - 1;
  int n = h->side;
  MPI_Put(h->now, n, MPI_DOUBLE, h->neighbour[NORTH], edge_at(h, step, SOUTH),
          n, MPI_DOUBLE, h->win);
  MPI_Put(last_row, n, MPI_DOUBLE, h->neighbour[SOUTH], edge_at(h, step, NORTH),
          n, MPI_DOUBLE, h->win);
  MPI_Put(h->now, 1, h->column_type, h->neighbour[WEST], edge_at(h, step, EAST),
          n, MPI_DOUBLE, h->win);
  MPI_Put(last_column, 1, h->column_type, h->neighbour[EAST],
          edge_at(h, step, WEST), n, MPI_DOUBLE, h->win);
}

static void exchange_fence(struct halo *h, int step)
{
  put_edges(h, step);
  MPI_Win_fence(MPI_MODE_NOSTORE, h->win);
}

static void exchange_pscw(struct halo *h, int step)
{
  MPI_Win_post(h->around, MPI_MODE_NOSTORE, h->win); /* they may put to me */
  MPI_Win_start(h->around, 0, h->win);               /* I put to them */
  put_edges(h, step);
  MPI_Win_complete(h->win);
  MPI_Win_wait(h->win); /* all of them have completed */
}

/* Each side has its own flag: a sum of arrivals would not do, as one
 * neighbour may be a step ahead of another. A flag is only touched by atomic
 * operations, its owner's reading included. */
static void exchange_flush(struct halo *h, int step)
{
  static const int opposite[SIDES] = {SOUTH, NORTH, EAST, WEST};
  put_edges(h, step);
  MPI_Win_flush_all(h->win); /* the edges have arrived before the flags go */
  for (int side = 0; side < SIDES; side++)
    MPI_Accumulate(&step, 1, MPI_INT, h->neighbour[side], opposite[side], 1,
                   MPI_INT, MPI_REPLACE, h->flag_win);
  MPI_Win_flush_all(h->flag_win);

  int me, seen;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  for (int side = 0; side < SIDES; side++)
    do {
      if (h->neighbour[side] == MPI_PROC_NULL) break;
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, me, side, MPI_NO_OP, h->flag_win);
      MPI_Win_flush(me, h->flag_win);
    } while (seen < step);
  MPI_Win_sync(h->win); /* loads below see what was put */
}

/* The value of a cell after `step` steps; x and y count from the grid's
 * corner and are -1 or the grid's size in the ring around it. */
static double exact(const struct halo *h, int x, int y, int step)
{
  double gx = (double)h->column * h->side + x;
  double gy = (double)h->row * h->side + y;
  return gx * gx + gy * gy + 1.5 * step;
}

/* Cell x of the edge that lies beyond `side`. */
static double beyond(const struct halo *h, int step, int side, int i)
{
  if (h->neighbour[side] != MPI_PROC_NULL)
    return h->edges[edge_at(h, step, side) + i];
  switch (side) {
  case NORTH:
    return exact(h, i, -1, step);
  case SOUTH:
    return exact(h, i, h->side, step);
  case WEST:
    return exact(h, -1, i, step);
  default:
    return exact(h, h->side, i, step);
  }
}

static void compute(struct halo *h, int step)
{
  int n = h->side;
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      const double *u = h->now + y * n + x;
      double north = y > 0 ? u[-n] : beyond(h, step, NORTH, x);
      double south = y < n - 1 ? u[n] : beyond(h, step, SOUTH, x);
      double west = x > 0 ? u[-1] : beyond(h, step, WEST, y);
      double east = x < n - 1 ? u[1] : beyond(h, step, EAST, y);
      h->next[y * n + x] = (north + south + west + east) / 4 + 0.5;
    }
  double *swap = h->now;
  h->now = h->next;
  h->next = swap;
}

static void halo_open(struct halo *h, int side)
{
  int me, ranks, count = 0, members[SIDES];
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  h->side = side;
  for (h->rows = 1; (h->rows + 1) * (h->rows + 1) <= ranks;)
    h->rows++;
  while (ranks % h->rows)
    h->rows--;
  h->columns = ranks / h->rows;
  h->row = me / h->columns;
  h->column = me % h->columns;
  h->neighbour[NORTH] = h->row > 0 ? me - h->columns : MPI_PROC_NULL;
  h->neighbour[SOUTH] = h->row < h->rows - 1 ? me + h->columns : MPI_PROC_NULL;
  h->neighbour[WEST] = h->column > 0 ? me - 1 : MPI_PROC_NULL;
  h->neighbour[EAST] = h->column < h->columns - 1 ? me + 1 : MPI_PROC_NULL;

  MPI_Group world;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  for (int i = 0; i < SIDES; i++)
    if (h->neighbour[i] != MPI_PROC_NULL) members[count++] = h->neighbour[i];
  MPI_Group_incl(world, count, members, &h->around);
  MPI_Group_free(&world);
  MPI_Type_vector(side, 1, side, MPI_DOUBLE, &h->column_type);
  MPI_Type_commit(&h->column_type);

  h->now = malloc(sizeof(double) * side * side);
  h->next = malloc(sizeof(double) * side * side);
  MPI_Win_allocate(sizeof(double) * 2 * SIDES * side, sizeof(double),
                   MPI_INFO_NULL, MPI_COMM_WORLD, &h->edges, &h->win);
  MPI_Win_allocate(sizeof(int) * SIDES, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &h->flags, &h->flag_win);
  MPI_Win_set_name(h->win, "halo");
  MPI_Win_set_name(h->flag_win, "flags");
}

static void halo_close(struct halo *h)
{
  MPI_Win_free(&h->flag_win);
  MPI_Win_free(&h->win);
  MPI_Type_free(&h->column_type);
  MPI_Group_free(&h->around);
  free(h->next);
  free(h->now);
}

/* The kinds. What each needs once, before and after its steps, is not part of
 * a step. */
static const struct kind {
  const char *name;
  void (*exchange)(struct halo *, int step);
  bool fence, lock_all;
} kinds[] = {
    {"fence", exchange_fence, true, false},
    {"post-start", exchange_pscw, false, false},
    {"lock_all+flush", exchange_flush, false, true},
};

/* Run `steps` steps from the start; the time of each goes to seconds. */
static void run(struct halo *h, const struct kind *kind, int steps,
                double *seconds)
{
  for (int y = 0; y < h->side; y++)
    for (int x = 0; x < h->side; x++)
      h->now[y * h->side + x] = exact(h, x, y, 0);
  MPI_Win_fence(0, h->flag_win);
  for (int side = 0; side < SIDES; side++)
    h->flags[side] = -1;
  MPI_Win_fence(MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, h->flag_win);

  if (kind->fence) MPI_Win_fence(MPI_MODE_NOPRECEDE, h->win);
  if (kind->lock_all) {
    MPI_Win_lock_all(0, h->win);
    MPI_Win_lock_all(0, h->flag_win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int step = 0; step < steps; step++) {
    double start = MPI_Wtime();
    kind->exchange(h, step);
    compute(h, step);
    seconds[step] = MPI_Wtime() - start;
  }
  if (kind->fence) MPI_Win_fence(MPI_MODE_NOSUCCEED, h->win);
  if (kind->lock_all) {
    MPI_Win_unlock_all(h->flag_win);
    MPI_Win_unlock_all(h->win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/* The number of wrong cells on all ranks. */
static long wrong_cells(const struct halo *h, int steps)
{
  long wrong = 0, all;
  for (int y = 0; y < h->side; y++)
    for (int x = 0; x < h->side; x++)
      wrong += h->now[y * h->side + x] != exact(h, x, y, steps);
  MPI_Allreduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

/* A step takes as long as the rank that was slowest in it. */
static void print_times(const char *name, int steps, double *seconds)
{
  int me;
  double least = 1e9, most = 0, sum = 0;
  double *slowest = malloc(sizeof(double) * steps);
  MPI_Reduce(seconds, slowest, steps, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  for (int i = 0; i < steps && me == 0; i++) {
    sum += slowest[i];
    if (slowest[i] < least) least = slowest[i];
    if (slowest[i] > most) most = slowest[i];
  }
  if (me == 0)
    printf("%-15s %10.3f %10.3f %10.3f %10.3f\n", name, slowest[0] * 1e6,
           sum / steps * 1e6, least * 1e6, most * 1e6);
  free(slowest);
}

int main(int argc, char **argv)
{
  struct halo h;
  int me, ranks, bad = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  bool timed = argc > 1;
  int steps = timed ? atoi(argv[1]) : 6;
  int side = argc > 2 ? atoi(argv[2]) : 8;
  if (steps < 1 || side < 1) {
    if (me == 0) fprintf(stderr, "usage: halo [STEPS [SIDE]]\n");
    MPI_Finalize();
    return 2;
  }
  halo_open(&h, side);
  double *seconds = malloc(sizeof(double) * steps);
  if (me == 0)
    printf("%d ranks as %d x %d, %d x %d cells each, %d steps\n", ranks, h.rows,
           h.columns, side, side, steps);
  if (me == 0 && timed)
    printf("%-15s %10s %10s %10s %10s\n", "us per step", "first", "mean",
           "fastest", "slowest");
  for (int k = 0; k < 3; k++) {
    run(&h, &kinds[k], steps, seconds);
    long wrong = wrong_cells(&h, steps);
    bad |= wrong != 0;
    if (timed) print_times(kinds[k].name, steps, seconds);
    if (me == 0 && (wrong || !timed))
      printf("%-15s %ld wrong cells\n", kinds[k].name, wrong);
  }
  free(seconds);
  halo_close(&h);
  MPI_Finalize();
  return bad;
}
