/* Halo exchange by several threads of each rank: MPI between ranks, OpenMP
 * within them.
 *
 *   hybrid_halo [THREADS]     4 threads per rank, unless it says otherwise
 *
 * The ranks lie in a ring, each with a band of rows of a grid that is closed in
 * both directions. In each step a cell becomes the mean of its four neighbours.
 * The threads of a rank put the two edges of its band into the windows of its
 * neighbours, each thread a part of them, and compute the rows that need no
 * halo while the parts travel; then one of them closes the epoch for all.
 *
 * To look at: every thread calls MPI_Put, which MPI_THREAD_MULTIPLE allows, but
 * only one the fence, since that is collective: a call of the rank. The
 * barriers of OpenMP around it order it after the puts of all threads, and
 * before all that they read. The halo is kept twice, for odd and even steps, so
 * that a fast neighbour puts into the one while the other is read.
 *
 * The check: the sum of all cells stays as it was, since each cell gives a
 * quarter of itself to each neighbour. Cells begin as multiples of 4^STEPS, so
 * the sum is exact.
 */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 8, COLUMNS = 32, STEPS = 6 };
enum { NORTH, SOUTH, SIDES };

typedef double row[COLUMNS];

struct band {
  int above, below; /* ranks */
  row *now, *next;
  MPI_Win win; /* of received edges: [step parity][side][column] */
  row *edges;
};

/* My first row is the southern halo of the rank above. */
static void put_edges(struct band *b, int step, int from, int to)
{
  MPI_Aint place = (MPI_Aint)(step % 2) * SIDES;
  int n = to - from;
  if (n == 0) return;
  MPI_Put(&b->now[0][from], n, MPI_DOUBLE, b->above,
          (place + SOUTH) * COLUMNS + from, n, MPI_DOUBLE, b->win);
  MPI_Put(&b->now[ROWS - 1][from], n, MPI_DOUBLE, b->below,
          (place + NORTH) * COLUMNS + from, n, MPI_DOUBLE, b->win);
}

static const double *row_at(const struct band *b, int step, int i)
{
  const row *halo = &b->edges[step % 2 * SIDES];
  if (i < 0) return halo[NORTH];
  return i < ROWS ? b->now[i] : halo[SOUTH];
}

static void compute_row(struct band *b, int step, int i)
{
  const double *north = row_at(b, step, i - 1), *here = b->now[i];
  const double *south = row_at(b, step, i + 1);
  for (int k = 0; k < COLUMNS; k++) {
    double west = here[(k + COLUMNS - 1) % COLUMNS];
    double east = here[(k + 1) % COLUMNS];
    b->next[i][k] = (north[k] + south[k] + west + east) / 4;
  }
}

/* All threads of the rank are in here. */
static void run_step(struct band *b, int step)
{
  int thread = omp_get_thread_num(), threads = omp_get_num_threads();
  put_edges(b, step, COLUMNS * thread / threads,
            COLUMNS * (thread + 1) / threads);
#pragma omp for schedule(dynamic) /* ends with a barrier */
  for (int i = 1; i < ROWS - 1; i++)
    compute_row(b, step, i);
#pragma omp single
  MPI_Win_fence(0, b->win);
#pragma omp sections
  {
    compute_row(b, step, 0);
#pragma omp section
    compute_row(b, step, ROWS - 1);
  }
#pragma omp single
  {
    row *old = b->now;
    b->now = b->next;
    b->next = old;
  }
}

static double sum_of(const struct band *b)
{
  double sum = 0, all;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLUMNS; k++)
      sum += b->now[i][k];
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static void fill(struct band *b, int rank)
{
  const double unit = 1 << (2 * STEPS);
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLUMNS; k++)
      b->now[i][k] = unit * ((rank * 31 + i * 7 + k * 3) % 16);
}

int main(int argc, char **argv)
{
  struct band b;
  row cells[2][ROWS];
  int rank, size, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  omp_set_num_threads(argc > 1 ? atoi(argv[1]) : 4);
  b.above = (rank + size - 1) % size;
  b.below = (rank + 1) % size;
  b.now = cells[0];
  b.next = cells[1];
  MPI_Win_allocate(2 * SIDES * sizeof(row), sizeof(double), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &b.edges, &b.win);
  fill(&b, rank);
  double before = sum_of(&b);

  MPI_Win_fence(MPI_MODE_NOPRECEDE, b.win);
#pragma omp parallel
  for (int step = 0; step < STEPS; step++)
    run_step(&b, step);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, b.win);

  double after = sum_of(&b);
  if (rank == 0)
    printf("%d ranks of %d threads, %d steps: the sum was %.0f and is %.0f\n",
           size, omp_get_max_threads(), STEPS, before, after);
  MPI_Win_free(&b.win);
  MPI_Finalize();
  return after != before;
}
