/* Small state that the C library keeps in hidden variables: random numbers,
 * strtok(). Made on first use, so that a rank that does not ask pays nothing.
 */
#include "libc.h"

#include "../../model/memory.h"
#include "template.h"

#include <stdint.h>
#include <string.h>

enum { RANDOM_STATE = 128 };

static struct random_data *state_random_data(void)
{
  struct random_data **r = &libc_self()->libc.random;
  if (*r) return *r;
  *r = xcalloc(1, sizeof **r + RANDOM_STATE);
  initstate_r(1, (char *)(*r + 1), RANDOM_STATE, *r);
  return *r;
}

static long state_random(void)
{
  int32_t x;
  random_r(state_random_data(), &x);
  return x;
}

static int state_rand(void)
{
  return (int)state_random();
}

static void state_srandom(unsigned seed)
{
  srandom_r(seed, state_random_data());
}

/* What the user gave as state before; the first one is ours, and can be given
 * back to setstate() like any other. */
static char *state_initstate(unsigned seed, char *state, size_t n)
{
  struct random_data *r = state_random_data();
  char *old = (char *)r->state - sizeof(int32_t);
  return initstate_r(seed, state, n, r) ? NULL : old;
}

static char *state_setstate(char *state)
{
  struct random_data *r = state_random_data();
  char *old = (char *)r->state - sizeof(int32_t);
  return setstate_r(state, r) ? NULL : old;
}

/* --- drand48() and its relatives --- */

static struct drand48_data *state_48(void)
{
  struct drand48_data **d = &libc_self()->libc.drand48;
  if (!*d) *d = xcalloc(1, sizeof **d);
  return *d;
}

static double state_drand48(void)
{
  double x;
  drand48_r(state_48(), &x);
  return x;
}

static double state_erand48(unsigned short x[3])
{
  double result;
  erand48_r(x, state_48(), &result);
  return result;
}

static long state_lrand48(void)
{
  long x;
  lrand48_r(state_48(), &x);
  return x;
}

static long state_nrand48(unsigned short x[3])
{
  long result;
  nrand48_r(x, state_48(), &result);
  return result;
}

static long state_mrand48(void)
{
  long x;
  mrand48_r(state_48(), &x);
  return x;
}

static long state_jrand48(unsigned short x[3])
{
  long result;
  jrand48_r(x, state_48(), &result);
  return result;
}

static void state_srand48(long seed)
{
  srand48_r(seed, state_48());
}

static unsigned short *state_seed48(unsigned short seed[3])
{
  struct drand48_data *d = state_48();
  seed48_r(seed, d);
  return d->__old_x;
}

static void state_lcong48(unsigned short parameters[7])
{
  lcong48_r(parameters, state_48());
}

static char *state_strtok(char *text, const char *separators)
{
  return strtok_r(text, separators, &libc_self()->libc.strtok_rest);
}

const struct libc_entry libc_state_table[] = {{"rand", state_rand},
                                              {"srand", state_srandom},
                                              {"random", state_random},
                                              {"srandom", state_srandom},
                                              {"initstate", state_initstate},
                                              {"setstate", state_setstate},
                                              {"drand48", state_drand48},
                                              {"erand48", state_erand48},
                                              {"lrand48", state_lrand48},
                                              {"nrand48", state_nrand48},
                                              {"mrand48", state_mrand48},
                                              {"jrand48", state_jrand48},
                                              {"srand48", state_srand48},
                                              {"seed48", state_seed48},
                                              {"lcong48", state_lcong48},
                                              {"strtok", state_strtok},
                                              {NULL, NULL}};
