/* Small state that the C library keeps in variables, most of them hidden:
 * random numbers, strtok(), hsearch(), signgam. Made on first use, so that a
 * rank that does not ask pays nothing.
 */
#include "libc.h"

#include "../rank/rank.h"
#include "../../model/memory.h"
#include "template.h"

#include <errno.h>
#include <math.h>
#include <search.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>

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

#define DRAWS(name, type)                                                      \
  static type state_##name(void)                                               \
  {                                                                            \
    type x;                                                                    \
    name##_r(state_48(), &x);                                                  \
    return x;                                                                  \
  }
#define DRAWS_FROM(name, type)                                                 \
  static type state_##name(unsigned short x[3])                                \
  {                                                                            \
    type result;                                                               \
    name##_r(x, state_48(), &result);                                          \
    return result;                                                             \
  }
DRAWS(drand48, double)
DRAWS(lrand48, long)
DRAWS(mrand48, long)
DRAWS_FROM(erand48, double)
DRAWS_FROM(nrand48, long)
DRAWS_FROM(jrand48, long)

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

/* --- what a process draws from the machine ---
 *
 * A run repeats, so these numbers do: each rank has a sequence of its own. */

uint64_t libc_draw(void)
{
  uint64_t *n = &libc_self()->libc.drawn;
  uint64_t x = (((uint64_t)self->id + 1) << 32) + ++*n;
  for (int i = 0; i < 3; i++) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93;
  }
  return x ^ x >> 32;
}

ssize_t libc_draw_bytes(void *bytes, size_t n)
{
  for (size_t at = 0; at < n; at += sizeof(uint64_t)) {
    uint64_t x = libc_draw();
    memcpy((char *)bytes + at, &x, n - at < sizeof x ? n - at : sizeof x);
  }
  return (ssize_t)n;
}

static ssize_t state_getrandom(void *bytes, size_t n, unsigned flags)
{
  (void)flags;
  return libc_draw_bytes(bytes, n);
}

static int state_getentropy(void *bytes, size_t n)
{
  enum { MOST = 256 };
  if (n <= MOST) return libc_draw_bytes(bytes, n), 0;
  errno = EIO;
  return -1;
}

static uint32_t state_arc4random(void)
{
  return (uint32_t)libc_draw();
}

static uint32_t state_arc4random_uniform(uint32_t bound)
{
  return bound ? (uint32_t)(libc_draw() % bound) : 0;
}

static void state_arc4random_buf(void *bytes, size_t n)
{
  libc_draw_bytes(bytes, n);
}

/* std::random_device::operator(). */
static unsigned state_random_device(void *device)
{
  (void)device;
  return state_arc4random();
}

/* 16 bytes that the kernel draws for a process. */
static unsigned long state_getauxval(unsigned long type)
{
  enum { DRAWN = 2 };
  uint64_t **at = &libc_self()->libc.drawn_at_start;
  if (type != AT_RANDOM) return getauxval(type);
  if (!*at) {
    *at = xcalloc(DRAWN, sizeof **at);
    libc_draw_bytes(*at, DRAWN * sizeof **at);
  }
  return (unsigned long)*at;
}

char **libc_strtok_rest(void)
{
  return &libc_self()->libc.strtok_rest;
}

static char *state_strtok(char *text, const char *separators)
{
  return strtok_r(text, separators, libc_strtok_rest());
}

/* --- the one hash table of hcreate() --- */

static struct hsearch_data *state_table(void)
{
  struct hsearch_data **t = &libc_self()->libc.table;
  if (!*t) *t = xcalloc(1, sizeof **t);
  return *t;
}

static int state_hcreate(size_t n)
{
  return hcreate_r(n, state_table());
}

static ENTRY *state_hsearch(ENTRY e, ACTION action)
{
  ENTRY *found;
  hsearch_r(e, action, &found, state_table());
  return found;
}

static void state_hdestroy(void)
{
  hdestroy_r(state_table());
}

/* --- the sign of the gamma function --- */

static int *state_sign(void)
{
  return libc_address(libc_self(), LIBC_SIGNGAM);
}

static double state_lgamma(double x)
{
  return lgamma_r(x, state_sign());
}

static float state_lgammaf(float x)
{
  return lgammaf_r(x, state_sign());
}

static long double state_lgammal(long double x)
{
  return lgammal_r(x, state_sign());
}

const struct libc_entry libc_state_table[] = {
    {"rand", state_rand},
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
    {"hcreate", state_hcreate},
    {"hsearch", state_hsearch},
    {"hdestroy", state_hdestroy},
    {"lgamma", state_lgamma},
    {"lgammaf", state_lgammaf},
    {"lgammal", state_lgammal},
    {"gamma", state_lgamma},
    {"gammaf", state_lgammaf},
    {"gammal", state_lgammal},
    {"getrandom", state_getrandom},
    {"getentropy", state_getentropy},
    {"arc4random", state_arc4random},
    {"arc4random_uniform", state_arc4random_uniform},
    {"arc4random_buf", state_arc4random_buf},
    {"getauxval", state_getauxval},
    {"__getauxval", state_getauxval},
    {"_ZNSt13random_device9_M_getvalEv", state_random_device},
    {NULL, NULL}};
