/* A send and a receive as one request. [MPI-4.1 3.11]
 *
 * Invariant: the request of the whole is complete when both parts are; the
 * status is the receive's. */
#include "p2p.h"

#include "../../model/memory.h"

#include <api.h>
#include <stdlib.h>

struct exchange {
  struct request request;
  struct sending out;
  struct receiving in;
  void *copy; /* what a replacing exchange sends; NULL: the buffer itself */
};

static struct exchange *exchange_of(struct request *r)
{
  return container_of(r, struct exchange, request);
}

static int exchange_query(struct request *r)
{
  const struct request *in = &exchange_of(r)->in.request;
  r->source = in->source;
  r->tag = in->tag;
  r->bytes = in->bytes;
  return 0;
}

static void exchange_learn(struct request *r)
{
  request_learn(&exchange_of(r)->in.request);
}

static int exchange_finish(struct request *r)
{
  return request_finish(&exchange_of(r)->in.request);
}

static void exchange_release(struct request *r)
{
  struct exchange *e = exchange_of(r);
  datatype_unref((struct datatype *)e->out.send.type);
  datatype_unref((struct datatype *)e->in.recv.type);
  comm_view_unref(r->view);
  free(e->copy);
}

static void exchange_explain(const struct request *r, char *text, size_t size)
{
  const struct exchange *e = container_of(r, struct exchange, request);
  const struct request *in = &e->in.request, *out = &e->out.request;
  request_explain(in->complete ? out : in, text, size);
}

static const struct request_class exchange_class = {
    .name = "MPI_Isendrecv",
    .explain = exchange_explain,
    .query = exchange_query,
    .learn = exchange_learn,
    .finish = exchange_finish,
    .release = exchange_release,
};

/* Both drafts are prepared; takes over `copy`. */
static int exchange_start(const struct sending *out, const struct receiving *in,
                          void *copy, MPI_Request *handle)
{
  struct exchange *e = request_new(&exchange_class, sizeof *e);
  if (!e) {
    free(copy);
    return check_handle(0);
  }
  e->out = *out;
  e->in = *in;
  e->copy = copy;
  e->request.view = comm_view_ref(in->request.view);
  e->request.parts = 2;
  e->out.request.whole = e->in.request.whole = &e->request;
  datatype_ref(e->out.send.type);
  datatype_ref(e->in.recv.type);
  *handle = e->request.handle;
  receiving_start(&e->in);
  sending_start(&e->out);
  return 0;
}

int api_Isendrecv(const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int source,
                  int recvtag, MPI_Comm comm, MPI_Request *request)
{
  struct sending s;
  struct receiving r;
  int error = sending_prepare(&s, sendbuf, sendcount, sendtype, dest, sendtag,
                              comm, SEND_STANDARD, &names_send);
  if (!error)
    error = receiving_prepare(&r, recvbuf, recvcount, recvtype, source, recvtag,
                              comm, &names_recv);
  if (!error) error = exchange_check(&s, &r);
  if (error) return error;
  return exchange_start(&s, &r, NULL, request);
}

int api_Isendrecv_replace(void *buf, MPI_Count count, MPI_Datatype type,
                          int dest, int sendtag, int source, int recvtag,
                          MPI_Comm comm, MPI_Request *request)
{
  struct sending s;
  struct receiving r;
  int error = sending_prepare(&s, buf, count, type, dest, sendtag, comm,
                              SEND_STANDARD, &names_sent);
  if (!error)
    error = receiving_prepare(&r, buf, count, type, source, recvtag, comm,
                              &names_received);
  if (error) return error;
  r.replaces = true;
  void *copy = sending_set_aside(&s);
  return exchange_start(&s, &r, copy, request);
}
