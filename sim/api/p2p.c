/* The point-to-point calls that start and end within one call, and those that
 * start a request. [MPI-4.1 3.2, 3.4, 3.7.2, 3.9, 3.10] */
#include "p2p.h"

#include "../../model/datatype/status.h"
#include "../../model/memory.h"
#include "../../model/window/window.h"

#include <api.h>
#include <stdlib.h>

/* --- sends --- */

static int send_blocking(const void *buf, MPI_Count count, MPI_Datatype type,
                         int dest, int tag, MPI_Comm comm, enum send_mode mode)
{
  struct sending s;
  int error =
      sending_prepare(&s, buf, count, type, dest, tag, comm, mode, &names_one);
  if (!error) error = sending_start(&s);
  return error ? error : request_wait(&s.request);
}

static int send_nonblocking(const void *buf, MPI_Count count, MPI_Datatype type,
                            int dest, int tag, MPI_Comm comm,
                            enum send_mode mode, MPI_Request *handle)
{
  struct sending draft, *s;
  int error = sending_prepare(&draft, buf, count, type, dest, tag, comm, mode,
                              &names_one);
  if (!error) error = sending_request(&draft, false, &s, handle);
  if (error) return error;
  error = sending_start(s);
  if (!error) return 0;
  s->request.active = false; /* a buffered send that found no room */
  request_drop(&s->request);
  *handle = MPI_REQUEST_NULL;
  return error;
}

static int send_persistent(const void *buf, MPI_Count count, MPI_Datatype type,
                           int dest, int tag, MPI_Comm comm,
                           enum send_mode mode, MPI_Request *handle)
{
  struct sending draft, *s;
  int error = sending_prepare(&draft, buf, count, type, dest, tag, comm, mode,
                              &names_one);
  return error ? error : sending_request(&draft, true, &s, handle);
}

/* MPI_Xsend, MPI_Ixsend and MPI_Xsend_init of each mode. */
#define SENDS(blocking, nonblocking, persistent, mode)                         \
  int blocking(const void *buf, MPI_Count count, MPI_Datatype type, int dest,  \
               int tag, MPI_Comm comm)                                         \
  {                                                                            \
    return send_blocking(buf, count, type, dest, tag, comm, mode);             \
  }                                                                            \
  int nonblocking(const void *buf, MPI_Count count, MPI_Datatype type,         \
                  int dest, int tag, MPI_Comm comm, MPI_Request *request)      \
  {                                                                            \
    return send_nonblocking(buf, count, type, dest, tag, comm, mode, request); \
  }                                                                            \
  int persistent(const void *buf, MPI_Count count, MPI_Datatype type,          \
                 int dest, int tag, MPI_Comm comm, MPI_Request *request)       \
  {                                                                            \
    return send_persistent(buf, count, type, dest, tag, comm, mode, request);  \
  }

SENDS(api_Send, api_Isend, api_Send_init, SEND_STANDARD)
SENDS(api_Ssend, api_Issend, api_Ssend_init, SEND_SYNCHRONOUS)
SENDS(api_Bsend, api_Ibsend, api_Bsend_init, SEND_BUFFERED)
SENDS(api_Rsend, api_Irsend, api_Rsend_init, SEND_READY)

/* --- receives --- */

/* Wait for a receive of this call and tell its status. */
static int receiving_wait(struct receiving *r, MPI_Status *status)
{
  struct request *q = &r->request;
  int error = request_wait(q);
  status_set(status, q->source, q->tag, q->bytes, false);
  return error;
}

int api_Recv(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag,
             MPI_Comm comm, MPI_Status *status)
{
  struct receiving r;
  int error =
      receiving_prepare(&r, buf, count, type, source, tag, comm, &names_one);
  if (error) return error;
  receiving_start(&r);
  return receiving_wait(&r, status);
}

int api_Irecv(void *buf, MPI_Count count, MPI_Datatype type, int source,
              int tag, MPI_Comm comm, MPI_Request *handle)
{
  struct receiving draft, *r;
  int error = receiving_prepare(&draft, buf, count, type, source, tag, comm,
                                &names_one);
  if (!error) error = receiving_request(&draft, false, &r, handle);
  return error ? error : receiving_start(r);
}

int api_Recv_init(void *buf, MPI_Count count, MPI_Datatype type, int source,
                  int tag, MPI_Comm comm, MPI_Request *handle)
{
  struct receiving draft, *r;
  int error = receiving_prepare(&draft, buf, count, type, source, tag, comm,
                                &names_one);
  return error ? error : receiving_request(&draft, true, &r, handle);
}

/* --- both --- */

/* Who gets what is sent does not know that the receive is over: of its buffer
 * the observers hear behind the send. */
static int exchange(struct sending *s, struct receiving *r, MPI_Status *status)
{
  const char *argument = r->argument;
  r->argument = NULL;
  receiving_start(r);
  sending_start(s);
  r->argument = argument;
  if (!r->nobody) receiving_told_buffer(r);
  int error = receiving_wait(r, status);
  request_wait(&s->request);
  return error;
}

int exchange_check(const struct sending *s, const struct receiving *r)
{
  struct buffer from = {s->send.buffer, s->send.count, s->send.type};
  struct buffer to = {r->recv.buffer, r->recv.count, r->recv.type};
  if (s->send.to == MPI_PROC_NULL || r->nobody || !buffers_meet(&from, &to))
    return 0;
  return fault(MPI_ERR_BUFFER, ": sendbuf and recvbuf overlap; they must be "
                               "disjoint [MPI-4.1 3.10]");
}

int api_Sendrecv(const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                 MPI_Count recvcount, MPI_Datatype recvtype, int source,
                 int recvtag, MPI_Comm comm, MPI_Status *status)
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
  return exchange(&s, &r, status);
}

void *sending_set_aside(struct sending *s)
{
  MPI_Count bytes =
      s->send.to == MPI_PROC_NULL ? 0 : p2p_bytes(s->send.count, s->send.type);
  void *copy = xmalloc(bytes ? bytes : 1);
  datatype_pack(s->send.buffer, s->send.count, s->send.type, 0, bytes, copy);
  s->send.copied = s->send.type;
  s->send.copied_count = s->send.count;
  s->send.buffer = copy;
  s->send.count = bytes;
  s->send.type = datatype_predefined(MPI_BYTE);
  s->argument = NULL;
  return copy;
}

int api_Sendrecv_replace(void *buf, MPI_Count count, MPI_Datatype type,
                         int dest, int sendtag, int source, int recvtag,
                         MPI_Comm comm, MPI_Status *status)
{
  struct sending s;
  struct receiving r;
  int error = sending_prepare(&s, buf, count, type, dest, sendtag, comm,
                              SEND_STANDARD, &names_sent);
  if (!error)
    error = receiving_prepare(&r, buf, count, type, source, recvtag, comm,
                              &names_received);
  if (error) return error;
  void *copy = sending_set_aside(&s);
  error = exchange(&s, &r, status);
  free(copy);
  return error;
}
