/* Cartesian grids. [MPI-4.1 8.5.1] */
#include "topology.h"
#include "../memory.h"

#include <stdlib.h>

static void cart_free(struct topology *t)
{
  struct cart *c = (struct cart *)t;
  free(c->dims);
  free(c->periodic);
  free(c);
}

static struct cart *cart_empty(int room)
{
  struct cart *c = xcalloc(1, sizeof *c);
  c->topology = (struct topology){MPI_CART, 1, cart_free};
  c->dims = xcalloc((size_t)room + 1, sizeof *c->dims);
  c->periodic = xcalloc((size_t)room + 1, sizeof *c->periodic);
  return c;
}

static void cart_add(struct cart *c, int dim, bool periodic)
{
  c->dims[c->ndims] = dim;
  c->periodic[c->ndims++] = periodic;
}

struct topology *cart_new(int ndims, const int *dims, const int *periodic)
{
  struct cart *c = cart_empty(ndims);
  for (int i = 0; i < ndims; i++)
    cart_add(c, dims[i], periodic[i] != 0);
  return &c->topology;
}

void cart_coords(const struct cart *c, int rank, int *coords)
{
  for (int i = c->ndims - 1; i >= 0; i--) {
    coords[i] = rank % c->dims[i];
    rank /= c->dims[i];
  }
}

int cart_rank(const struct cart *c, const int *coords)
{
  int rank = 0;
  for (int i = 0; i < c->ndims; i++) {
    int at = coords[i];
    if (at < 0 || at >= c->dims[i]) {
      if (!c->periodic[i]) return MPI_PROC_NULL;
      at %= c->dims[i];
      if (at < 0) at += c->dims[i];
    }
    rank = rank * c->dims[i] + at;
  }
  return rank;
}

struct topology *cart_sub(const struct cart *c, const int *remain)
{
  struct cart *sub = cart_empty(c->ndims);
  for (int i = 0; i < c->ndims; i++)
    if (remain[i]) cart_add(sub, c->dims[i], c->periodic[i]);
  return &sub->topology;
}
