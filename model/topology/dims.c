/* MPI_Dims_create: the most equal factors. [MPI-4.1 8.5.2]
 *
 * Searches the products of descending factors for the least difference
 * between the largest and the smallest, then the least largest; a branch ends
 * when that difference cannot get below the best. */
#include "topology.h"
#include "../error/fault.h"
#include "../memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct search {
  int n;
  int *now, *best; /* descending factors */
  int spread;      /* of best; INT_MAX: none yet */
  int *divisors;   /* of the product, ascending */
  int divisor_count;
};

static void offer(struct search *s)
{
  int spread = s->now[0] - s->now[s->n - 1];
  if (spread >= s->spread) return;
  s->spread = spread;
  memcpy(s->best, s->now, (size_t)s->n * sizeof *s->best);
}

/* Does a power n of `base` reach `product`? */
static bool reaches(int base, int n, int product)
{
  long power = 1;
  for (int i = 0; i < n && power < product; i++)
    power *= base;
  return power >= product;
}

/* The least spread when factor i is `factor` and `rest` is left for others. */
static int least_spread(const struct search *s, int i, int factor, int rest)
{
  if (i > 0) return s->now[0] - factor;
  return factor > rest ? factor - rest : 0;
}

/* Choose factor i and those after it, at most `most`, with this product. */
static void search(struct search *s, int i, int most, int product)
{
  if (i == s->n - 1) {
    s->now[i] = product;
    if (product <= most) offer(s);
    return;
  }
  for (int k = 0; k < s->divisor_count && s->divisors[k] <= most; k++) {
    int factor = s->divisors[k];
    if (product % factor || !reaches(factor, s->n - i, product)) continue;
    if (least_spread(s, i, factor, product / factor) >= s->spread) continue;
    s->now[i] = factor;
    search(s, i + 1, factor, product / factor);
  }
}

static int by_size(const void *a, const void *b)
{
  return *(const int *)a < *(const int *)b ? -1 : 1;
}

static void find_divisors(struct search *s, int product)
{
  for (int pass = 0; pass < 2; pass++) {
    s->divisor_count = 0;
    for (int d = 1; (long)d * d <= product; d++) {
      if (product % d) continue;
      if (pass) s->divisors[s->divisor_count] = d;
      s->divisor_count++;
      if (d == product / d) continue;
      if (pass) s->divisors[s->divisor_count] = product / d;
      s->divisor_count++;
    }
    if (!pass)
      s->divisors = xcalloc((size_t)s->divisor_count, sizeof *s->divisors);
  }
  qsort(s->divisors, (size_t)s->divisor_count, sizeof *s->divisors, by_size);
}

static int check(int nodes, int ndims, const int *dims, int *left, int *open)
{
  *left = nodes;
  *open = 0;
  for (int i = 0; i < ndims; i++) {
    if (dims[i] < 0)
      return fault(MPI_ERR_DIMS,
                   ": dims[%d] is %d, must not be negative [MPI-4.1 8.5.2]", i,
                   dims[i]);
    if (dims[i] == 0) {
      ++*open;
      continue;
    }
    if (*left % dims[i])
      return fault(MPI_ERR_DIMS,
                   ": %d nodes are no multiple of the dims given "
                   "[MPI-4.1 8.5.2]",
                   nodes);
    *left /= dims[i];
  }
  if (*open > 0 || *left == 1) return 0;
  return fault(MPI_ERR_DIMS,
               ": the dims given do not make %d nodes [MPI-4.1 8.5.2]", nodes);
}

int dims_create(int nodes, int ndims, int *dims)
{
  struct search s = {.spread = INT_MAX};
  int left, error = check(nodes, ndims, dims, &left, &s.n);
  int taken = 0;
  if (error || s.n == 0) return error;
  s.now = xcalloc((size_t)s.n, sizeof *s.now);
  s.best = xcalloc((size_t)s.n, sizeof *s.best);
  find_divisors(&s, left);
  search(&s, 0, left, left);
  for (int i = 0; i < ndims; i++)
    if (dims[i] == 0) dims[i] = s.best[taken++];
  free(s.now);
  free(s.best);
  free(s.divisors);
  return 0;
}
