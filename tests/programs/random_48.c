/* drand48() and its relatives, and the states of random(), are each rank's own:
 * ranks that draw in turn each have the sequence of their own seed.
 *
 * run: np=3
 * stdout: ok
 */
#include "check.h"

#include <stdint.h>

static struct drand48_data expected;

/* All draw before anybody goes on. */
static void check_draws(void)
{
  double x;
  long n;
  for (int i = 0; i < 4; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    drand48_r(&expected, &x);
    CHECK(drand48() == x);
    lrand48_r(&expected, &n);
    CHECK(lrand48() == n);
    mrand48_r(&expected, &n);
    CHECK(mrand48() == n);
  }
}

/* Those whose numbers are the caller's. */
static void check_given(void)
{
  unsigned short mine[3] = {1, 2, world_rank()}, its[3];
  double x;
  long n;
  memcpy(its, mine, sizeof its);
  MPI_Barrier(MPI_COMM_WORLD);
  erand48_r(its, &expected, &x);
  CHECK(erand48(mine) == x);
  nrand48_r(its, &expected, &n);
  CHECK(nrand48(mine) == n);
  jrand48_r(its, &expected, &n);
  CHECK(jrand48(mine) == n);
  CHECK(!memcmp(mine, its, sizeof its));
}

static void check_states(void)
{
  char state[64], its[64];
  struct random_data data = {0};
  int32_t x;
  char *first = initstate(world_rank() + 1, state, sizeof state);
  initstate_r(world_rank() + 1, its, sizeof its, &data);
  for (int i = 0; i < 4; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    random_r(&data, &x);
    CHECK(random() == x);
  }
  CHECK(setstate(first) == state);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  unsigned short number = world_rank() + 5;
  unsigned short seed[3] = {number, 6, 7};
  unsigned short rule[7] = {number, 1, 2, 0xe66d, 0xdeec, 5, number};
  srand48(number);
  srand48_r(number, &expected);
  check_draws();
  check_given();
  seed48_r(seed, &expected);
  CHECK(!memcmp(seed48(seed), expected.__old_x, sizeof seed));
  check_draws();
  lcong48_r(rule, &expected);
  lcong48(rule);
  check_draws();
  check_given();
  check_states();
  report();
  MPI_Finalize();
}
