/* Transposition by MPI_Get. The ranks form groups (rows of a grid, as in a
 * pencil-decomposed Fourier transform); each group holds a square matrix by
 * rows, and fetches its transpose, a block from every member: a vector of rows
 * at the target becomes columns at the origin.
 *
 *   transpose [GROUP [ROWS [TIMES]]]     32 ranks, 4 rows each, once */
#include "bench.h"

/* A block of `rows` x `rows` out of `n` columns, row by row and column by
 * column. */
static void block_types(int rows, int n, MPI_Datatype *by_row,
                        MPI_Datatype *by_column)
{
  MPI_Datatype column, slim;
  MPI_Type_vector(rows, rows, n, MPI_DOUBLE, by_row);
  MPI_Type_commit(by_row);
  MPI_Type_vector(rows, 1, n, MPI_DOUBLE, &column);
  MPI_Type_create_resized(column, 0, sizeof(double), &slim);
  MPI_Type_contiguous(rows, slim, by_column);
  MPI_Type_commit(by_column);
  MPI_Type_free(&column);
  MPI_Type_free(&slim);
}

int main(int argc, char **argv)
{
  double *window;
  MPI_Datatype by_row, by_column;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int me = bench_rank(), ranks = bench_ranks();
  int group = bench_argument(argc, argv, 1, 32);
  int rows = bench_argument(argc, argv, 2, 4);
  int times = bench_argument(argc, argv, 3, 1);
  if (group > ranks || ranks % group) group = ranks;
  int first = me / group * group, place = me - first, n = group * rows;
  MPI_Win_allocate(sizeof(double) * rows * n, sizeof(double), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window, &win);
  double *turned = calloc((size_t)rows * n, sizeof *turned);
  for (int i = 0; i < rows * n; i++)
    window[i] = (double)(place * rows * n + i);
  block_types(rows, n, &by_row, &by_column);

  double start = MPI_Wtime();
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int i = 0; i < times * group; i++) {
    int other = (place + i) % group;
    MPI_Get(turned + other * rows, 1, by_column, first + other, place * rows, 1,
            by_row, win);
    if (i % group == group - 1) MPI_Win_fence(0, win);
  }
  double seconds = MPI_Wtime() - start;
  int right = 1;
  for (int row = 0; row < rows; row++)
    for (int i = 0; i < n; i++)
      right &= turned[row * n + i] == (double)(i * n + place * rows + row);
  bench_report((double)ranks * group * times, seconds, right);
  MPI_Type_free(&by_row);
  MPI_Type_free(&by_column);
  free(turned);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
