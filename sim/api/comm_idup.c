/* MPI_Comm_idup: the members agree on a context while their programs go on.
 *
 * The new handle and the copies of the attributes are there when the call
 * returns; the program may use them when the request is complete, which is
 * when every member has made the call. Who is refused a copy takes part all the
 * same, and has no request for that. [MPI-4.1 7.4.2] */
#include "comm_creation.h"
#include "comm_pending.h"
#include "objects.h"
#include "../../model/memory.h"
#include "../../model/topology/topology.h"
#include "../coll/told.h"
#include "../p2p/request.h"

#include <api.h>

struct idup {
  struct request request; /* first: the class's functions get it */
  struct schedule schedule;
};

static int idup_finish(struct request *request)
{
  struct idup *d = (struct idup *)request;
  if (self->time < d->schedule.time) self->time = d->schedule.time;
  return 0;
}

static void idup_explain(const struct request *request, char *text, size_t size)
{
  schedule_explain(&((const struct idup *)request)->schedule, text, size);
}

static void idup_release(struct request *request)
{
  p2p_beside--;
  comm_view_unref(request->view);
}

static const struct request_class idup_class = {
    .name = "MPI_Comm_idup",
    .explain = idup_explain,
    .finish = idup_finish,
    .release = idup_release,
};

static void idup_done(struct schedule *s)
{
  request_complete(&container_of(s, struct idup, schedule)->request);
}

/* What tells the idups of one communicator apart is a negative number, as no
 * tag is. */
static struct comm *join(const struct comm_view *view,
                         const struct comm_view *at)
{
  struct pending_key key = {.parent = at->comm,
                            .number = -1 - (int64_t)*comm_collectives(at)};
  comm_sides(view->comm, key.groups);
  return pending_join(&key, view->comm->side);
}

static int idup(struct comm_view *view, const struct info *info,
                MPI_Comm *newcomm, MPI_Request *request)
{
  struct comm_view *at = meeting_view(view);
  struct comm *new;
  struct idup *d;
  new = join(view, at);
  if (!new->topology) new->topology = topology_ref(view->comm->topology);
  d = request_new(&idup_class, sizeof *d);
  if (!d) {
    comm_unref(new);
    return check_handle(0);
  }
  d->request.view = comm_view_ref(view);
  schedule_init(&d->schedule, at, COLL_EXCHANGE, barrier_stages());
  coll_told_arguments(&d->schedule, NULL);
  p2p_beside++;
  schedule_start(&d->schedule, idup_done);
  int error = comm_give_copy(new, view, info, newcomm);
  if (error)
    request_drop(&d->request);
  else
    *request = d->request.handle;
  return error;
}

int api_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  return error ? error : idup(view, NULL, newcomm, request);
}

int api_Comm_idup_with_info(MPI_Comm comm, MPI_Info handle, MPI_Comm *newcomm,
                            MPI_Request *request)
{
  struct comm_view *view;
  struct info *info;
  int error = comm_of(comm, &view);
  if (!error) error = info_of(handle, &info);
  return error ? error : idup(view, info, newcomm, request);
}
