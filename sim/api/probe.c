/* Probes, and receives of what a matched probe took. [MPI-4.1 3.8]
 *
 * Invariant: a message handle names a message that no receive can match any
 * more; MPI_Mrecv or MPI_Imrecv is its end. */
#include "p2p.h"

#include "../../model/datatype/status.h"
#include "../../model/memory.h"
#include "../rank/observed.h"
#include "../p2p/explain.h"
#include "../rank/handles.h"
#include "../rank/polls.h"

#include <api.h>
#include <stdlib.h>

struct probe {
  struct p2p_recv recv;
  struct comm_view *view;
  struct counter counter;
};

static void probe_done(struct p2p_recv *recv)
{
  counter_done(&container_of(recv, struct probe, recv)->counter);
}

static void probe_explain(const struct counter *c, char *text, size_t size)
{
  const struct probe *p = c->about;
  explain_message(p->view, &p->recv.envelope, text, size);
}

static int probe_prepare(struct probe *p, int source, int tag, MPI_Comm comm,
                         enum p2p_purpose purpose)
{
  int error = comm_of(comm, &p->view);
  if (!error) error = check_source(p->view, source);
  if (!error) error = check_recv_tag(p->view, tag, "tag");
  if (error) return error;
  p->recv = (struct p2p_recv){
      .envelope = {p->view->comm->context, world_of(p->view, source), tag},
      .at = self->id,
      .purpose = purpose,
      .done = probe_done,
  };
  return 0;
}

/* There is a message: its send has begun. */
static void probe_told(const struct probe *p)
{
  OBSERVE_ORDER(ACQUIRE, self->strand, p2p_carrier(p->recv.partner));
}

static void probe_wait(struct probe *p)
{
  p->counter =
      (struct counter){.pending = 1, .explain = probe_explain, .about = p};
  p2p_recv_start(&p->recv, self->time);
  rank_wait(&p->counter);
  probe_told(p);
}

/* True when there is a message now; else the poll's time has passed. */
static bool probe_poll(struct probe *p)
{
  p->counter = (struct counter){.explain = probe_explain, .about = p};
  rank_meet();
  bool found = rank_polled_for(p2p_look(&p->recv), &p->counter);
  if (found) probe_told(p);
  return found;
}

static void probe_show(const struct probe *p, MPI_Status *status)
{
  status_set(status, group_rank(comm_peers(p->view->comm), p->recv.source),
             p->recv.tag, p->recv.bytes, false);
}

/* Is it for a message from nobody, which is always there? */
static bool show_nobody(int source, MPI_Message *message, MPI_Status *status)
{
  if (source != MPI_PROC_NULL) return false;
  if (message) *message = MPI_MESSAGE_NO_PROC;
  status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0, false);
  return true;
}

int api_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
  struct probe p;
  int error = probe_prepare(&p, source, tag, comm, P2P_PROBE);
  if (error) return error;
  if (show_nobody(source, NULL, status)) return 0;
  probe_wait(&p);
  probe_show(&p, status);
  return 0;
}

int api_Iprobe(int source, int tag, MPI_Comm comm, int *flag,
               MPI_Status *status)
{
  struct probe p;
  int error = probe_prepare(&p, source, tag, comm, P2P_PROBE);
  if (error) return error;
  *flag = true;
  if (show_nobody(source, NULL, status)) return 0;
  *flag = probe_poll(&p);
  if (*flag) probe_show(&p, status);
  return 0;
}

/* --- matched probes --- */

static int claim(const struct probe *p, MPI_Message *handle)
{
  struct claimed *c = xmalloc(sizeof *c);
  *c = (struct claimed){
      .message = p->recv.message,
      .view = comm_view_ref(p->view),
      .envelope = {p->recv.envelope.context, p->recv.source, p->recv.tag},
      .call = self->call->function->name,
      .site = self->call->site};
  uintptr_t h = rank_handle_new(HANDLE_MESSAGE, c);
  *handle = (MPI_Message)h;
  return check_handle(h);
}

int api_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message,
               MPI_Status *status)
{
  struct probe p;
  int error = probe_prepare(&p, source, tag, comm, P2P_CLAIM);
  if (error) return error;
  if (show_nobody(source, message, status)) return 0;
  probe_wait(&p);
  probe_show(&p, status);
  return claim(&p, message);
}

int api_Improbe(int source, int tag, MPI_Comm comm, int *flag,
                MPI_Message *message, MPI_Status *status)
{
  struct probe p;
  int error = probe_prepare(&p, source, tag, comm, P2P_CLAIM);
  if (error) return error;
  *flag = true;
  if (show_nobody(source, message, status)) return 0;
  *flag = probe_poll(&p);
  if (!*flag) return 0;
  probe_show(&p, status);
  return claim(&p, message);
}

/* Prepare the receive of what the handle names; `*c` is NULL for nobody. */
static int claimed_prepare(struct receiving *r, struct claimed **c, void *buf,
                           MPI_Count count, MPI_Datatype type,
                           MPI_Message handle)
{
  struct comm_view *view = self->own; /* NULL in a session */
  *c = NULL;
  if (handle != MPI_MESSAGE_NO_PROC) {
    *c = rank_handle_use(HANDLE_MESSAGE, (uintptr_t)handle);
    if (!*c) return check_no_object(HANDLE_MESSAGE, (uintptr_t)handle, NULL);
    view = (*c)->view;
  }
  self->call->comm = view;
  return receiving_prepare_in(r, buf, count, type, *c ? 0 : MPI_PROC_NULL, 0,
                              view, &names_one);
}

static void claimed_start(struct receiving *r, struct claimed *c,
                          MPI_Message *handle)
{
  if (!c) {
    receiving_start(r);
  } else {
    p2p_recv_claimed(&r->recv, c->message, self->time);
    receiving_told(r);
    rank_handle_free(self, HANDLE_MESSAGE, (uintptr_t)*handle);
    comm_view_unref(c->view);
    free(c);
  }
  *handle = MPI_MESSAGE_NULL;
}

int api_Imrecv(void *buf, MPI_Count count, MPI_Datatype type,
               MPI_Message *message, MPI_Request *handle)
{
  struct receiving draft, *r;
  struct claimed *c;
  int error = claimed_prepare(&draft, &c, buf, count, type, *message);
  if (!error) error = receiving_request(&draft, false, &r, handle);
  if (error) return error;
  claimed_start(r, c, message);
  return 0;
}

int api_Mrecv(void *buf, MPI_Count count, MPI_Datatype type,
              MPI_Message *message, MPI_Status *status)
{
  MPI_Request request;
  int error = api_Imrecv(buf, count, type, message, &request);
  return error ? error : api_Wait(&request, status);
}
