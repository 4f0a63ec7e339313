/* Communicators: making, sharing and giving up. */
#include "comm.h"
#include "../attribute/attribute.h"
#include "../error/errhandler.h"
#include "../info/info.h"
#include "../memory.h"

#include <stdlib.h>

struct comm *comm_new(struct group *group)
{
  static uint32_t contexts; /* the next one; never given twice */
  struct comm *comm = xcalloc(1, sizeof *comm);

  comm->references = 1;
  comm->context = contexts;
  comm->group = group_ref(group);
  contexts += 2;
  return comm;
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
  topology_unref(comm->topology);
  free(comm);
}

struct topology *topology_share(struct topology *t)
{
  if (t) t->others++;
  return t;
}

void topology_unref(struct topology *t)
{
  if (t && t->others-- == 0) t->free(t);
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
  errhandler_unref(view->errhandler);
  info_unref(view->info);
  free(view->name);
  free(view);
}
