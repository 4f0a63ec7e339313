/* Communicators: making, sharing and giving up. */
#include "comm.h"
#include "../error/errhandler.h"
#include "../info/info.h"
#include "../memory.h"
#include "../topology/topology.h"

#include <stdlib.h>

static struct comm *comm_make(struct group *group, uint32_t context)
{
  size_t counts = group_size(group) * sizeof(uint32_t);
  struct comm *comm = xcalloc(1, sizeof *comm + counts);
  comm->references = 1;
  comm->context = context;
  comm->group = group_ref(group);
  return comm;
}

/* Never given twice. */
static uint32_t context_new(void)
{
  static uint32_t contexts;
  contexts += 2;
  return contexts - 2;
}

struct comm *comm_new(struct group *group)
{
  return comm_make(group, context_new());
}

static void comm_make_pair(struct group *const groups[2], struct comm *sides[2])
{
  struct group *all = group_union(groups[0], groups[1]);
  struct comm *both = comm_new(all);
  uint32_t context = context_new();
  group_unref(all);
  for (int side = 0; side < 2; side++) {
    sides[side] = comm_make(groups[side], context);
    sides[side]->remote = group_ref(groups[!side]);
    sides[side]->both = comm_ref(both);
    sides[side]->side = side;
  }
  comm_unref(both);
}

void comm_new_sides(struct group *const groups[2], struct comm *sides[2])
{
  if (groups[1]) {
    comm_make_pair(groups, sides);
    return;
  }
  sides[0] = comm_new(groups[0]);
  sides[1] = NULL;
}

void comm_sides(const struct comm *comm, struct group *groups[2])
{
  groups[comm->side] = comm->group;
  groups[!comm->side] = comm->remote;
}

struct comm *comm_ref(struct comm *comm)
{
  comm->references++;
  return comm;
}

void comm_unref(struct comm *comm)
{
  if (!comm || --comm->references > 0) return;
  group_unref(comm->group);
  group_unref(comm->remote);
  comm_unref(comm->both);
  topology_unref(comm->topology);
  free(comm->file);
  free(comm);
}

struct comm_view *comm_view_new(struct comm *comm, int rank,
                                struct errhandler *errhandler)
{
  struct comm_view *view = xcalloc(1, sizeof *view);
  view->comm = comm;
  view->rank = rank;
  view->references = 1;
  view->handle = MPI_COMM_NULL;
  view->errhandler = errhandler_ref(errhandler);
  if (comm->both)
    view->both = comm_view_new(
        comm_ref(comm->both),
        rank + (comm->side ? group_size(comm->remote) : 0), errhandler);
  return view;
}

struct comm_view *comm_view_ref(struct comm_view *view)
{
  view->references++;
  return view;
}

void comm_view_unref(struct comm_view *view)
{
  if (!view || --view->references > 0) return;
  comm_unref(view->comm);
  comm_view_unref(view->both);
  errhandler_unref(view->errhandler);
  info_free(view->info);
  free(view->name);
  free(view->last);
  free(view);
}
