/* Two levels: the ranks of a host share memory, hosts exchange their edges.
 *
 * A line of cells; in each step a cell becomes the mean of its two neighbours.
 * All ranks of a host keep their cells in one shared window, in which the
 * cells of a host lie one after another, as MPI_Win_allocate_shared gives them:
 * within a host the neighbour's cell is just the next element. Only the first
 * and the last rank of a host put their outer cell to the next host, into a
 * second window.
 *
 * To look at: the ranks are renumbered so that those of a host follow one
 * another, whatever the placement. Both windows have a copy for odd and one for
 * even steps, so that one MPI_Win_fence per step is enough: it completes the
 * puts and, as a barrier, separates the steps. MPI_Win_sync on either side of
 * it makes loads and stores to the shared window visible.
 *
 * The check: with u(x) = x*x at the start, the mean of the neighbours of a cell
 * is u + 1, so after t steps each cell is exactly x*x + t.
 */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 4, STEPS = 5 };
enum { FROM_LEFT, FROM_RIGHT };

struct line {
  MPI_Comm all, host;      /* all ranks, renumbered; those of my host */
  int me, ranks;           /* in `all` */
  int host_me, host_ranks; /* in `host` */
  MPI_Win shared;          /* of cells */
  double *cells[2];        /* my cells within my host's, by step parity */
  MPI_Win edges;           /* of edges from other hosts: [parity][side] */
  double *edge;
};

/* Renumber: hosts in the order of their first rank, within a host as before. */
static void line_order(struct line *l)
{
  int world, first;
  MPI_Comm_rank(MPI_COMM_WORLD, &world);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, world,
                      MPI_INFO_NULL, &l->host);
  MPI_Comm_rank(l->host, &l->host_me);
  MPI_Comm_size(l->host, &l->host_ranks);
  first = world;
  MPI_Bcast(&first, 1, MPI_INT, 0, l->host);
  /* Ranks with equal keys keep their order. */
  MPI_Comm_split(MPI_COMM_WORLD, 0, first, &l->all);
  MPI_Comm_rank(l->all, &l->me);
  MPI_Comm_size(l->all, &l->ranks);
}

static void line_open(struct line *l)
{
  MPI_Aint size = sizeof(double) * 2 * CELLS;
  double *base;
  int unit;
  line_order(l);
  MPI_Win_allocate_shared(size, sizeof(double), MPI_INFO_NULL, l->host, &base,
                          &l->shared);
  /* The host's cells of even steps, then those of odd steps: all ranks' pieces
   * are one array, and this is where it begins. */
  MPI_Win_shared_query(l->shared, 0, &size, &unit, &base);
  l->cells[0] = base + (ptrdiff_t)l->host_me * CELLS;
  l->cells[1] = l->cells[0] + (ptrdiff_t)l->host_ranks * CELLS;
  MPI_Win_allocate(sizeof(double) * 4, sizeof(double), MPI_INFO_NULL, l->all,
                   &l->edge, &l->edges);
}

/* Give my outer cells to the next hosts, and wait for theirs. */
static void line_exchange(struct line *l, int step)
{
  double *mine = l->cells[step % 2];
  int parity = step % 2 * 2;
  if (l->host_me == 0 && l->me > 0)
    MPI_Put(&mine[0], 1, MPI_DOUBLE, l->me - 1, parity + FROM_RIGHT, 1,
            MPI_DOUBLE, l->edges);
  if (l->host_me == l->host_ranks - 1 && l->me < l->ranks - 1)
    MPI_Put(&mine[CELLS - 1], 1, MPI_DOUBLE, l->me + 1, parity + FROM_LEFT, 1,
            MPI_DOUBLE, l->edges);
  MPI_Win_sync(l->shared);
  MPI_Win_fence(0, l->edges);
  MPI_Win_sync(l->shared);
}

static double exact(const struct line *l, int x, int step)
{
  double global = (double)l->me * CELLS + x;
  return global * global + step;
}

static void line_compute(struct line *l, int step)
{
  double *now = l->cells[step % 2], *next = l->cells[(step + 1) % 2];
  const double *edge = l->edge + step % 2 * 2;
  for (int x = 0; x < CELLS; x++) {
    double left, right;
    if (x > 0 || l->host_me > 0)
      left = now[x - 1]; /* perhaps my neighbour's */
    else
      left = l->me > 0 ? edge[FROM_LEFT] : exact(l, -1, step);
    if (x < CELLS - 1 || l->host_me < l->host_ranks - 1)
      right = now[x + 1];
    else
      right = l->me < l->ranks - 1 ? edge[FROM_RIGHT] : exact(l, CELLS, step);
    next[x] = (left + right) / 2;
  }
}

int main(int argc, char **argv)
{
  struct line l;
  MPI_Init(&argc, &argv);
  line_open(&l);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, l.shared);
  for (int x = 0; x < CELLS; x++)
    l.cells[0][x] = exact(&l, x, 0);

  MPI_Win_fence(MPI_MODE_NOPRECEDE, l.edges);
  for (int step = 0; step < STEPS; step++) {
    line_exchange(&l, step);
    line_compute(&l, step);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, l.edges);

  long wrong = 0, all;
  for (int x = 0; x < CELLS; x++)
    wrong += l.cells[STEPS % 2][x] != exact(&l, x, STEPS);
  MPI_Allreduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (l.me == 0)
    printf("%d cells after %d steps, %ld wrong\n", l.ranks * CELLS, STEPS, all);

  MPI_Win_unlock_all(l.shared);
  MPI_Win_free(&l.edges);
  MPI_Win_free(&l.shared);
  MPI_Comm_free(&l.host);
  MPI_Comm_free(&l.all);
  MPI_Finalize();
  return all != 0;
}
