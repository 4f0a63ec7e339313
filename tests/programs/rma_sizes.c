/* As in a message, the receiving buffer may be larger than what is sent: only
 * the first elements move. What does not fit is refused, and so are counts
 * whose bytes have no 64-bit number.
 *
 * mpich: no (MPICH refuses some of it, and does not check the rest)
 * run: np=2 twice=1
 * run: np=2 options="--protocol message --progress thread"
 * stdout: ok
 */
#include "check.h"

enum { N = 8 };
static MPI_Win win;
static int *memory;

static void expect(int first, const int *values, int n)
{
  for (int i = 0; i < n; i++)
    SAME(memory[first + i], values[i]);
}

static void clear(void)
{
  MPI_Barrier(MPI_COMM_WORLD);
  memset(memory, 0, N * sizeof *memory);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
}

static void close_epoch(void)
{
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static void smaller_origin(int other)
{
  int v[N] = {1, 2, 3, 4, 5, 6, 7, 8};
  clear();
  ACCEPTED(MPI_Put(v, 3, MPI_INT, other, 0, 5, MPI_INT, win));
  close_epoch();
  expect(0, (int[N]){1, 2, 3}, N);

  MPI_Datatype pairs; /* two ints, one left out */
  MPI_Type_vector(2, 1, 2, MPI_INT, &pairs);
  MPI_Type_commit(&pairs);
  clear();
  for (int i = 0; i < N; i++)
    memory[i] = 10;
  close_epoch();
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  ACCEPTED(MPI_Accumulate(v, 3, MPI_INT, other, 0, 2, pairs, MPI_PROD, win));
  close_epoch();
  expect(0, (int[N]){10, 10, 20, 30, 10, 10, 10, 10}, N);
  MPI_Type_free(&pairs);
}

static void larger_result(int other)
{
  int v[N] = {1, 1, 1, 1, 1, 1, 1, 1}, r[N];
  clear();
  for (int i = 0; i < N; i++)
    memory[i] = i, r[i] = -1;
  close_epoch();
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  ACCEPTED(MPI_Get(r, 5, MPI_INT, other, 2, 3, MPI_INT, win));
  close_epoch();
  for (int i = 0; i < 5; i++)
    SAME(r[i], i < 3 ? i + 2 : -1);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  ACCEPTED(MPI_Get_accumulate(v, 2, MPI_INT, r, N, MPI_INT, other, 0, 4,
                              MPI_INT, MPI_SUM, win));
  close_epoch();
  for (int i = 0; i < 4; i++)
    SAME(r[i], i);
  SAME(r[4], -1);
  expect(0, (int[N]){1, 2, 2, 3, 4, 5, 6, 7}, N);
  /* nothing is sent, all is fetched */
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  ACCEPTED(MPI_Get_accumulate(v, 0, MPI_INT, r, 2, MPI_INT, other, 4, 2,
                              MPI_INT, MPI_SUM, win));
  ACCEPTED(MPI_Put(v, 0, MPI_INT, other, 0, 2, MPI_INT, win));
  close_epoch();
  SAME(r[0], 4);
  SAME(r[1], 5);
  expect(0, (int[N]){1, 2, 2, 3, 4, 5, 6, 7}, N);
}

static void too_large(int other)
{
  int v[N] = {0}, r[N] = {0};
  clear();
  REFUSED(MPI_ERR_TRUNCATE, MPI_Put(v, 3, MPI_INT, other, 0, 2, MPI_INT, win));
  REFUSED(MPI_ERR_TRUNCATE, MPI_Get(v, 2, MPI_INT, other, 0, 3, MPI_INT, win));
  REFUSED(MPI_ERR_TRUNCATE,
          MPI_Accumulate(v, 3, MPI_INT, other, 0, 2, MPI_INT, MPI_SUM, win));
  REFUSED(MPI_ERR_TRUNCATE,
          MPI_Get_accumulate(v, 2, MPI_INT, r, 1, MPI_INT, other, 0, 2, MPI_INT,
                             MPI_SUM, win));
  /* The target buffer must fit the window, also what is not written. */
  REFUSED(MPI_ERR_RMA_RANGE,
          MPI_Put(v, 1, MPI_INT, other, 0, N + 1, MPI_INT, win));
  close_epoch();
}

static void huge_counts(int other)
{
  int v[N] = {0}, r[N] = {0};
  MPI_Count wraps = (MPI_Count)1 << 62; /* times 4 is 0 in 64 bits */
  clear();
  REFUSED(MPI_ERR_COUNT,
          MPI_Put_c(v, wraps, MPI_INT, other, 0, 0, MPI_INT, win));
  REFUSED(MPI_ERR_TRUNCATE,
          MPI_Put_c(v, wraps / 4, MPI_INT, other, 0, 1, MPI_INT, win));
  REFUSED(MPI_ERR_COUNT,
          MPI_Get_c(v, wraps, MPI_INT, other, 0, 0, MPI_INT, win));
  REFUSED(MPI_ERR_RMA_RANGE,
          MPI_Put_c(v, 0, MPI_INT, other, 0, wraps, MPI_INT, win));
  REFUSED(MPI_ERR_RMA_RANGE,
          MPI_Put(v, 1, MPI_INT, other, wraps, 1, MPI_INT, win));
  REFUSED(MPI_ERR_COUNT,
          MPI_Get_accumulate_c(v, 0, MPI_INT, r, wraps, MPI_INT, other, 0, 0,
                               MPI_INT, MPI_SUM, win));
  REFUSED(MPI_ERR_COUNT, MPI_Put(v, -1, MPI_INT, other, 0, 1, MPI_INT, win));
  REFUSED(MPI_ERR_COUNT, MPI_Put(v, 1, MPI_INT, other, 0, -1, MPI_INT, win));
  close_epoch();
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int other = 1 - world_rank();
  win = int_window(N, &memory);
  smaller_origin(other);
  larger_result(other);
  too_large(other);
  huge_counts(other);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
