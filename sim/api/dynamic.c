/* Processes that come and go: they do not here. [MPI-4.1 11.7-11.10]
 *
 * The ranks that orielrun starts are all there are, so the calls that would
 * start or meet others are refused by name, once their handles are known to
 * be good. MPI_Comm_disconnect is of use without them. */
#include "call.h"

#include "../p2p/request.h"

#include <api.h>

static int refused(const char *what)
{
  return fault(MPI_ERR_UNSUPPORTED_OPERATION,
               ": the ranks that orielrun starts are all there are, %s", what);
}

static int refused_in(MPI_Comm comm, int root, const char *what)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  if (error) return error;
  error = check_peer(view, root, MPI_ERR_ROOT, "root", "11.8");
  return error ? error : refused(what);
}

/* --- ports and names --- */

static const char no_ports[] = "nobody could connect to a port";

int api_Open_port(MPI_Info info, char *port_name)
{
  (void)info, (void)port_name;
  return refused(no_ports);
}

int api_Close_port(const char *port_name)
{
  (void)port_name;
  return refused(no_ports);
}

int api_Publish_name(const char *service_name, MPI_Info info,
                     const char *port_name)
{
  (void)service_name, (void)info, (void)port_name;
  return refused(no_ports);
}

int api_Unpublish_name(const char *service_name, MPI_Info info,
                       const char *port_name)
{
  (void)service_name, (void)info, (void)port_name;
  return refused(no_ports);
}

int api_Lookup_name(const char *service_name, MPI_Info info, char *port_name)
{
  (void)service_name, (void)info, (void)port_name;
  return refused(no_ports);
}

/* --- meeting and starting others --- */

static const char no_others[] = "there is nobody to meet";
static const char no_more[] = "none are started later";

int api_Comm_accept(const char *port_name, MPI_Info info, int root,
                    MPI_Comm comm, MPI_Comm *newcomm)
{
  (void)port_name, (void)info, (void)newcomm;
  return refused_in(comm, root, no_others);
}

int api_Comm_connect(const char *port_name, MPI_Info info, int root,
                     MPI_Comm comm, MPI_Comm *newcomm)
{
  (void)port_name, (void)info, (void)newcomm;
  return refused_in(comm, root, no_others);
}

int api_Comm_join(int fd, MPI_Comm *intercomm)
{
  (void)fd, (void)intercomm;
  return refused(no_others);
}

int api_Comm_spawn(const char *command, char *argv[], int maxprocs,
                   MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm,
                   int array_of_errcodes[])
{
  (void)command, (void)argv, (void)maxprocs, (void)info, (void)intercomm;
  (void)array_of_errcodes;
  return refused_in(comm, root, no_more);
}

int api_Comm_spawn_multiple(int count, char *array_of_commands[],
                            char **array_of_argv[],
                            const int array_of_maxprocs[],
                            const MPI_Info array_of_info[], int root,
                            MPI_Comm comm, MPI_Comm *intercomm,
                            int array_of_errcodes[])
{
  (void)count, (void)array_of_commands, (void)array_of_argv;
  (void)array_of_maxprocs, (void)array_of_info, (void)intercomm;
  (void)array_of_errcodes;
  return refused_in(comm, root, no_more);
}

int api_Comm_get_parent(MPI_Comm *parent)
{
  *parent = MPI_COMM_NULL;
  return 0;
}

/* --- parting --- */

/* Who waits for the requests of a communicator that are not over, also for
 * those that the program has given up, or that another thread waits for. */
struct parting {
  const struct rank *rank;
  const struct comm_view *view;
  const struct request *pending; /* one of them */
  struct counter counter;
};

static bool is_pending(const struct parting *p, const struct request *r)
{
  return r->view == p->view && r->active && !r->complete;
}

static void find_pending(uintptr_t handle, void *object, void *arg)
{
  struct parting *p = arg;
  (void)handle;
  if (is_pending(p, object)) p->pending = object;
}

static void parting_explain(const struct counter *c, char *text, size_t size)
{
  struct parting p = *(const struct parting *)c->about;
  handle_each(&p.rank->handles, HANDLE_REQUEST, find_pending, &p);
  explain_whom(request_whom(p.pending, text, size));
}

static void watch(uintptr_t handle, void *object, void *arg)
{
  struct parting *p = arg;
  struct request *r = object;
  (void)handle;
  if (!is_pending(p, r)) return;
  r->parting = &p->counter;
  p->counter.pending++;
}

static void await_pending(const struct comm_view *view)
{
  struct parting p = {.rank = self, .view = view};
  p.counter = (struct counter){.explain = parting_explain, .about = &p};
  handle_each(&self->handles, HANDLE_REQUEST, watch, &p);
  rank_wait(&p.counter);
}

static void share(uintptr_t handle, void *object, void *arg)
{
  struct request *r = object;
  (void)handle;
  if (r->view == arg && r->active && r->complete) request_share(r);
}

/* The requests that the program has given up are done when all members have
 * received what they asked for, so a barrier ends those. */
int api_Comm_disconnect(MPI_Comm *comm)
{
  struct comm_view *view;
  int error = comm_of(*comm, &view);
  if (error) return error;
  if (view == self->world || view == self->own)
    return fault(MPI_ERR_COMM, ": %s cannot be disconnected [MPI-4.1 11.10.4]",
                 view == self->world ? "MPI_COMM_WORLD" : "MPI_COMM_SELF");
  await_pending(view);
  handle_each(&self->handles, HANDLE_REQUEST, share, view);
  error = api_Barrier(*comm);
  return error ? error : api_Comm_free(comm);
}
