/* Generalised requests: operations that the program itself runs and completes.
 * [MPI-4.1 13.2]
 *
 * Invariant: the free function runs once, when the request is complete and
 * its handle is given up, always on the stack of its rank. */
#include "call.h"
#include "../image/callback.h"

#include "../../model/datatype/status.h"
#include "../../model/memory.h"
#include "../rank/observed.h"
#include "../p2p/request.h"

#include <api.h>
#include <stdio.h>

struct grequest {
  struct request request;
  MPI_Grequest_query_function *query;
  MPI_Grequest_free_function *release;
  MPI_Grequest_cancel_function *cancel;
  void *state;
};

static struct grequest *grequest_of(struct request *r)
{
  return container_of(r, struct grequest, request);
}

static int function_failed(int error, const char *which)
{
  if (error == MPI_SUCCESS) return 0;
  return fault(error, ": the %s function returned %d [MPI-4.1 13.2]", which,
               error);
}

static int grequest_query(struct request *r)
{
  struct grequest *g = grequest_of(r);
  MPI_Status status;
  status_set_empty(&status);
  int error = callback_request_query(g->query, g->state, &status);
  r->source = status.MPI_SOURCE;
  r->tag = status.MPI_TAG;
  r->bytes = status_bytes(&status);
  r->cancelled = status_cancelled(&status);
  return function_failed(error, "query");
}

static int grequest_cancel(struct request *r)
{
  struct grequest *g = grequest_of(r);
  return function_failed(
      callback_request_cancel(g->cancel, g->state, r->complete), "cancel");
}

static int grequest_end(struct request *r)
{
  struct grequest *g = grequest_of(r);
  return function_failed(callback_request_free(g->release, g->state), "free");
}

static void grequest_explain(const struct request *r, char *text, size_t size)
{
  (void)r;
  snprintf(text, size, "MPI_Grequest_complete of its own request");
}

/* Whoever completes it, maybe another thread, comes before who waits. */
static struct observed_carrier carrier(const struct request *r)
{
  return (struct observed_carrier){.object = r,
                                   .number = (uint64_t)(uintptr_t)r->handle};
}

static void grequest_learn(struct request *r)
{
  OBSERVE_ORDER(ACQUIRE, self->strand, carrier(r));
}

static const struct request_class grequest_class = {
    .name = "MPI_Grequest_start",
    .explain = grequest_explain,
    .query = grequest_query,
    .learn = grequest_learn,
    .cancel = grequest_cancel,
    .end = grequest_end,
};

int api_Grequest_start(MPI_Grequest_query_function *query,
                       MPI_Grequest_free_function *release,
                       MPI_Grequest_cancel_function *cancel, void *state,
                       MPI_Request *handle)
{
  const char *lacks = !query     ? "query_fn"
                      : !release ? "free_fn"
                      : !cancel  ? "cancel_fn"
                                 : NULL;
  if (lacks)
    return fault(MPI_ERR_ARG, ": %s is a null pointer [MPI-4.1 13.2]", lacks);
  struct grequest *g = request_new(&grequest_class, sizeof *g);
  if (!g) return check_handle(0);
  g->query = query;
  g->release = release;
  g->cancel = cancel;
  g->state = state;
  *handle = g->request.handle;
  return 0;
}

int api_Grequest_complete(MPI_Request handle)
{
  struct request *r =
      handle_find(&self->handles, HANDLE_REQUEST, (uintptr_t)handle);
  if (!r || r->class != &grequest_class || r->complete)
    return fault(MPI_ERR_REQUEST, ": the handle is not a generalised request"
                                  " that is active [MPI-4.1 13.2]");
  OBSERVE_ORDER(RELEASE, self->strand, carrier(r), .releases = 1,
                .acquires = 1);
  return request_complete(r);
}
