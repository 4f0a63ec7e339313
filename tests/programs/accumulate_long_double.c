/* Accumulates on long double and its complex, whose bytes hold padding, and the
 * pairs of MPI_MINLOC and MPI_MAXLOC.
 *
 * run: np=3
 * run: np=3 options="--protocol message --progress weak"
 * stdout: ok
 */
#include "check.h"
#include <complex.h>
#include <stddef.h>

struct cells {
  long double sum, product;
  long double complex turn;
  struct {
    double value;
    int at;
  } high[2];
  struct {
    int value, at;
  } low[2];
  struct {
    short value;
    int at;
  } small;
  struct {
    long value;
    int at;
  } large;
  struct {
    float value;
    int at;
  } single;
  struct {
    long double value;
    int at;
  } extended;
};

#define AT(FIELD) ((MPI_Aint)offsetof(struct cells, FIELD))
#define COMBINE(FIELD, N, TYPE, OP)                                            \
  MPI_Accumulate(&mine.FIELD, N, TYPE, 0, AT(FIELD), N, TYPE, OP, win)

int main(int argc, char **argv)
{
  struct cells *there, mine = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size();
  MPI_Win_allocate(sizeof *there, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &there,
                   &win);
  struct cells start = {.sum = 0.5L, .product = 1, .turn = 1};
  start.high[0].value = start.high[1].value = 1.5;
  start.high[0].at = start.high[1].at = 100;
  start.low[0].value = start.low[1].value = 2;
  start.low[0].at = start.low[1].at = 100;
  start.small.value = start.large.value = -9;
  start.single.value = start.extended.value = -9;
  *there = start;
  MPI_Win_fence(0, win);
  mine.sum = 1 + 0x1p-60L;
  mine.product = 3;
  mine.turn = I;
  mine.high[0].value = me; /* the largest rank wins */
  mine.high[1].value = 4;  /* all equal: the smallest index wins */
  mine.high[0].at = mine.high[1].at = 10 + me;
  mine.low[0].value = -me;
  mine.low[1].value = 2; /* equal to what is there, with smaller index */
  mine.low[0].at = mine.low[1].at = 20 + me;
  mine.small.value = me, mine.small.at = me;
  mine.large.value = me, mine.large.at = me;
  mine.single.value = me, mine.single.at = me;
  mine.extended.value = me, mine.extended.at = me;
  COMBINE(sum, 1, MPI_LONG_DOUBLE, MPI_SUM);
  COMBINE(product, 1, MPI_LONG_DOUBLE, MPI_PROD);
  COMBINE(turn, 1, MPI_C_LONG_DOUBLE_COMPLEX, MPI_PROD);
  COMBINE(high, 2, MPI_DOUBLE_INT, MPI_MAXLOC);
  COMBINE(low, 2, MPI_2INT, MPI_MINLOC);
  COMBINE(small, 1, MPI_SHORT_INT, MPI_MAXLOC);
  COMBINE(large, 1, MPI_LONG_INT, MPI_MAXLOC);
  COMBINE(single, 1, MPI_FLOAT_INT, MPI_MAXLOC);
  COMBINE(extended, 1, MPI_LONG_DOUBLE_INT, MPI_MAXLOC);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (me == 0) {
    CHECK(there->sum == n + 0.5L + n * 0x1p-60L);
    CHECK(there->product == 27 && n == 3);
    CHECK(there->turn == -I);
    CHECK(there->high[0].value == n - 1 && there->high[0].at == 10 + n - 1);
    CHECK(there->high[1].value == 4 && there->high[1].at == 10);
    CHECK(there->low[0].value == 1 - n && there->low[0].at == 20 + n - 1);
    CHECK(there->low[1].value == 2 && there->low[1].at == 20);
    CHECK(there->small.value == n - 1 && there->small.at == n - 1);
    CHECK(there->large.value == n - 1 && there->large.at == n - 1);
    CHECK(there->single.value == n - 1 && there->single.at == n - 1);
    CHECK(there->extended.value == n - 1 && there->extended.at == n - 1);
  }
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
