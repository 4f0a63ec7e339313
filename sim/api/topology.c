/* The calls of Cartesian topologies, and MPI_Topo_test, MPI_Dims_create.
 *
 * Ranks keep their order: `reorder` is permission, not a demand.
 * [MPI-4.1 8.5] */
#include "topology.h"
#include "../../model/group/group.h"
#include "../../model/memory.h"

#include <api.h>
#include <limits.h>
#include <stdlib.h>

int topology_of(MPI_Comm comm, int kind, struct comm_view **view,
                struct topology **topology)
{
  int error = comm_of(comm, view);
  if (error) return error;
  *topology = (*view)->comm->topology;
  if (*topology && (*topology)->kind == kind) return 0;
  return fault(MPI_ERR_TOPOLOGY,
               ": the communicator has no %s topology [MPI-4.1 8.5]",
               kind == MPI_CART    ? "Cartesian"
               : kind == MPI_GRAPH ? "graph"
                                   : "distributed graph");
}

int check_room(int room, int needed, const char *argument)
{
  if (room >= needed) return 0;
  return fault(MPI_ERR_ARG,
               ": %s is %d, must be %d at least "
               "[MPI-4.1 8.5]",
               argument, room, needed);
}

static struct group *first_members(struct group *group, int n)
{
  int *ranks = xmalloc(((size_t)n + 1) * sizeof *ranks);
  struct group *first;
  for (int i = 0; i < n; i++)
    ranks[i] = i;
  first = group_incl(group, n, ranks);
  free(ranks);
  return first;
}

struct comm *topology_comm(const struct comm_view *view, int nodes,
                           struct topology *topology)
{
  struct group *all = view->comm->group, *group = first_members(all, nodes);
  struct comm *comm = comm_new(group);
  group_unref(group);
  comm->references = group_size(all); /* one for each rank of the old one */
  comm->topology = topology;
  return comm;
}

int topology_leave(struct meeting *m, struct comm_view *view, int nodes,
                   MPI_Comm *newcomm)
{
  struct comm *comm = m->result;
  meeting_leave(m);
  if (view->rank < nodes) return comm_give(comm, view, newcomm);
  comm_unref(comm);
  *newcomm = MPI_COMM_NULL;
  return 0;
}

int api_Topo_test(MPI_Comm comm, int *status)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  if (error) return error;
  *status = view->comm->topology ? view->comm->topology->kind : MPI_UNDEFINED;
  return 0;
}

int api_Dims_create(int nnodes, int ndims, int dims[])
{
  if (nnodes <= 0)
    return fault(MPI_ERR_ARG,
                 ": nnodes is %d, must be positive [MPI-4.1 8.5.2]", nnodes);
  if (ndims < 0)
    return fault(MPI_ERR_DIMS,
                 ": ndims is %d, must not be negative [MPI-4.1 8.5.2]", ndims);
  int error = check_array(dims, ndims, "dims");
  if (error) return error;
  return dims_create(nnodes, ndims, dims);
}

/* --- making grids --- */

/* The nodes of a grid, which must not exceed the communicator's ranks. */
static int check_grid(const struct comm_view *view, int ndims, const int dims[],
                      const int periods[], int *nodes)
{
  int size = group_size(view->comm->group);
  long product = 1;
  if (ndims < 0)
    return fault(MPI_ERR_DIMS,
                 ": ndims is %d, must not be negative [MPI-4.1 8.5.1]", ndims);
  int error = check_array(dims, ndims, "dims");
  if (!error) error = check_array(periods, ndims, "periods");
  if (error) return error;
  for (int i = 0; i < ndims; i++) {
    if (dims[i] <= 0)
      return fault(MPI_ERR_DIMS,
                   ": dims[%d] is %d, must be positive [MPI-4.1 8.5.1]", i,
                   dims[i]);
    product *= dims[i];
    if (product > size)
      return fault(MPI_ERR_DIMS,
                   ": the grid needs more than the communicator's %d ranks "
                   "[MPI-4.1 8.5.1]",
                   size);
  }
  *nodes = (int)product;
  return 0;
}

int api_Cart_create(MPI_Comm comm, int ndims, const int dims[],
                    const int periods[], int reorder, MPI_Comm *newcomm)
{
  struct comm_view *view;
  int nodes = 0, error = intracomm_of(comm, &view);
  (void)reorder;
  if (!error) error = check_grid(view, ndims, dims, periods, &nodes);
  if (error) return error;
  struct meeting *m = meet(view, view, 0, NEEDS_NOBODY);
  if (!m->result)
    m->result = topology_comm(view, nodes, cart_new(ndims, dims, periods));
  return topology_leave(m, view, nodes, newcomm);
}

int api_Cart_map(MPI_Comm comm, int ndims, const int dims[],
                 const int periods[], int *newrank)
{
  struct comm_view *view;
  int nodes = 0, error = intracomm_of(comm, &view);
  if (!error) error = check_grid(view, ndims, dims, periods, &nodes);
  if (!error) *newrank = view->rank < nodes ? view->rank : MPI_UNDEFINED;
  return error;
}

/* --- questions --- */

static int cart_of(MPI_Comm comm, struct comm_view **view, struct cart **cart)
{
  struct topology *topology;
  int error = topology_of(comm, MPI_CART, view, &topology);
  if (!error) *cart = (struct cart *)topology;
  return error;
}

int api_Cart_sub(MPI_Comm comm, const int remain[], MPI_Comm *newcomm)
{
  struct comm_view *view;
  struct cart *cart;
  struct comm *sub;
  int *coords, color = 0, error = cart_of(comm, &view, &cart);
  if (!error) error = check_array(remain, cart->ndims, "remain_dims");
  if (error) return error;
  coords = xcalloc((size_t)cart->ndims + 1, sizeof *coords);
  cart_coords(cart, view->rank, coords);
  for (int i = 0; i < cart->ndims; i++)
    if (!remain[i]) color = color * cart->dims[i] + coords[i];
  free(coords);
  error = comm_split(view, color, view->rank, &sub);
  if (error) return error;
  if (!sub->topology) sub->topology = cart_sub(cart, remain);
  return comm_give(sub, view, newcomm);
}

int api_Cartdim_get(MPI_Comm comm, int *ndims)
{
  struct comm_view *view;
  struct cart *cart;
  int error = cart_of(comm, &view, &cart);
  if (!error) *ndims = cart->ndims;
  return error;
}

int api_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[],
                 int coords[])
{
  struct comm_view *view;
  struct cart *cart;
  int error = cart_of(comm, &view, &cart);
  if (!error) error = check_room(maxdims, cart->ndims, "maxdims");
  if (!error) error = check_array(dims, cart->ndims, "dims");
  if (!error) error = check_array(periods, cart->ndims, "periods");
  if (!error) error = check_array(coords, cart->ndims, "coords");
  if (error) return error;
  for (int i = 0; i < cart->ndims; i++) {
    dims[i] = cart->dims[i];
    periods[i] = cart->periodic[i];
  }
  cart_coords(cart, view->rank, coords);
  return 0;
}

static int check_coordinate(const struct cart *cart, int i, int at)
{
  if (cart->periodic[i] || (at >= 0 && at < cart->dims[i])) return 0;
  return fault(MPI_ERR_ARG,
               ": coords[%d] is %d, must be in [0, %d), as this dimension is "
               "not periodic [MPI-4.1 8.5.5]",
               i, at, cart->dims[i]);
}

int api_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
  struct comm_view *view;
  struct cart *cart;
  int error = cart_of(comm, &view, &cart);
  if (!error) error = check_array(coords, cart->ndims, "coords");
  for (int i = 0; !error && i < cart->ndims; i++)
    error = check_coordinate(cart, i, coords[i]);
  if (!error) *rank = cart_rank(cart, coords);
  return error;
}

int api_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
  struct comm_view *view;
  struct cart *cart;
  int error = cart_of(comm, &view, &cart);
  if (!error) error = check_rank(view, rank);
  if (!error) error = check_room(maxdims, cart->ndims, "maxdims");
  if (!error) error = check_array(coords, cart->ndims, "coords");
  if (!error) cart_coords(cart, rank, coords);
  return error;
}

/* The rank `disp` further along a side. */
static int neighbor(const struct cart *cart, int direction, long disp,
                    const int coords[])
{
  int *there = xmemdup(coords, (size_t)cart->ndims * sizeof *there);
  long at = coords[direction] + disp;
  int rank;
  if (cart->periodic[direction]) at %= cart->dims[direction];
  there[direction] = at < INT_MIN || at > INT_MAX ? INT_MAX : (int)at;
  rank = cart_rank(cart, there);
  free(there);
  return rank;
}

int api_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source,
                   int *rank_dest)
{
  struct comm_view *view;
  struct cart *cart;
  int *coords, error = cart_of(comm, &view, &cart);
  if (error) return error;
  if (direction < 0 || direction >= cart->ndims)
    return fault(MPI_ERR_ARG,
                 ": direction is %d, must be in [0, %d), the grid's dimensions "
                 "[MPI-4.1 8.5.6]",
                 direction, cart->ndims);
  coords = xcalloc((size_t)cart->ndims, sizeof *coords);
  cart_coords(cart, view->rank, coords);
  *rank_source = neighbor(cart, direction, -(long)disp, coords);
  *rank_dest = neighbor(cart, direction, disp, coords);
  free(coords);
  return 0;
}
