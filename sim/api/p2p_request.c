/* Sends and receives as requests: their checks, their start and their end. */
#include "p2p.h"

#include "../../model/info/info.h"
#include "../../model/memory.h"
#include "../rank/observed.h"
#include "../p2p/explain.h"
#include "../p2p/spare.h"

#include <stdio.h>

/* --- checks --- */

static int check_rank(const struct comm_view *view, int rank, const char *what)
{
  if (rank == MPI_PROC_NULL) return 0;
  return check_peer(view, rank, MPI_ERR_RANK, what, "3.2.3");
}

/* The hints of a communicator promise what its process does, and none that is
 * made of it has them. [MPI-4.1 7.4.4] */
static void check_promise(const struct comm_view *view, const char *key,
                          const char *what)
{
  char sentence[200];
  if (!observers_hear.error || !view || !info_true(view->info, key)) return;
  snprintf(sentence, sizeof sentence,
           ": %s, on a communicator with the info key %s [MPI-4.1 7.4.4]", what,
           key);
  call_broke_promise(sentence);
}

int check_source(const struct comm_view *view, int source)
{
  if (source != MPI_ANY_SOURCE) return check_rank(view, source, "source");
  check_promise(view, "mpi_assert_no_any_source", "source is MPI_ANY_SOURCE");
  return 0;
}

static int check_tag(int tag, const char *argument)
{
  if (tag >= 0) return 0;
  if (tag == MPI_ANY_TAG)
    return fault(
        MPI_ERR_TAG,
        ": %s is %d (MPI_ANY_TAG), which only a receive or a probe takes "
        "[MPI-4.1 3.2.3]",
        argument, tag);
  return fault(MPI_ERR_TAG,
               ": %s is %d, tags are 0 to MPI_TAG_UB [MPI-4.1 3.2.3]", argument,
               tag);
}

int check_recv_tag(const struct comm_view *view, int tag, const char *argument)
{
  if (tag != MPI_ANY_TAG) return check_tag(tag, argument);
  check_promise(view, "mpi_assert_no_any_tag", "tag is MPI_ANY_TAG");
  return 0;
}

static __attribute__((noinline)) void check_length(const struct receiving *r)
{
  char what[120];
  MPI_Count room = p2p_bytes(r->recv.count, r->recv.type);
  if (r->nobody || r->recv.bytes >= room) return;
  snprintf(what, sizeof what,
           "the message has %lld bytes, and the receive buffer %lld",
           (long long)r->recv.bytes, (long long)room);
  check_promise(r->request.view, "mpi_assert_exact_length", what);
}

static int check_no_overlap(MPI_Count count, const struct datatype *type)
{
  if (type->contiguous || !datatype_overlaps(count, type)) return 0;
  return fault(MPI_ERR_TYPE, ": entries of the receive type overlap"
                             " [MPI-4.1 5.1.11]");
}

int world_of(const struct comm_view *view, int rank)
{
  return rank < 0 ? rank : group_world(comm_peers(view->comm), rank);
}

/* --- drafts --- */

static void sending_done(struct p2p_send *);
static void receiving_done(struct p2p_recv *);
static const struct request_class sending_class, receiving_class;

int sending_prepare(struct sending *s, const void *buffer, MPI_Count count,
                    MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                    enum send_mode mode, const struct argument_names *names)
{
  struct comm_view *view;
  const struct datatype *type;
  int error = comm_of(comm, &view);
  if (!error) error = check_count(count, names->count);
  if (!error) error = committed_of(datatype, names->type, &type);
  if (!error) error = check_rank(view, dest, "dest");
  if (!error) error = check_tag(tag, names->tag);
  if (error) return error;
  if (dest != MPI_PROC_NULL)
    error = check_buffer(buffer, count, type, names->buffer);
  if (error) return error;
  request_init(&s->request, &sending_class);
  s->request.view = view;
  s->argument = names->buffer;
  s->send = (struct p2p_send){
      .envelope = {view->comm->context, self->id, tag},
      .to = dest < 0 ? MPI_PROC_NULL : world_of(view, dest),
      .buffer = buffer,
      .count = count,
      .type = type,
      .mode = mode,
      .done = sending_done,
  };
  return 0;
}

int receiving_prepare(struct receiving *r, void *buffer, MPI_Count count,
                      MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                      const struct argument_names *names)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  if (error) return error;
  return receiving_prepare_in(r, buffer, count, datatype, source, tag, view,
                              names);
}

int receiving_prepare_in(struct receiving *r, void *buffer, MPI_Count count,
                         MPI_Datatype datatype, int source, int tag,
                         struct comm_view *view,
                         const struct argument_names *names)
{
  const struct datatype *type;
  int error = check_count(count, names->count);
  if (!error) error = committed_of(datatype, names->type, &type);
  if (!error) error = check_source(view, source);
  if (!error) error = check_recv_tag(view, tag, names->tag);
  if (error) return error;
  if (source != MPI_PROC_NULL)
    error = check_buffer(buffer, count, type, names->buffer);
  if (!error) error = check_no_overlap(count, type);
  if (error) return error;
  request_init(&r->request, &receiving_class);
  r->request.view = view;
  r->nobody = source == MPI_PROC_NULL;
  r->cost = 0;
  r->argument = names->buffer;
  r->replaces = false;
  r->spare = NULL;
  r->recv = (struct p2p_recv){
      .envelope = {r->nobody ? 0 : view->comm->context,
                   r->nobody ? source : world_of(view, source), tag},
      .at = self->id,
      .buffer = buffer,
      .count = count,
      .type = type,
      .done = receiving_done,
  };
  return 0;
}

/* --- with a handle --- */

static void *request_make(const struct request_class *class, bool persistent,
                          size_t size)
{
  return persistent ? request_new_persistent(class, size)
                    : request_new(class, size);
}

int sending_request(const struct sending *draft, bool persistent,
                    struct sending **out, MPI_Request *handle)
{
  struct sending *s = request_make(&sending_class, persistent, sizeof *s);
  if (!s) return check_handle(0);
  s->request.view = comm_view_ref(draft->request.view);
  s->send = draft->send;
  s->argument = draft->argument;
  datatype_ref(s->send.type);
  *out = s;
  *handle = s->request.handle;
  return 0;
}

int receiving_request(const struct receiving *draft, bool persistent,
                      struct receiving **out, MPI_Request *handle)
{
  struct receiving *r = request_make(&receiving_class, persistent, sizeof *r);
  if (!r) return check_handle(0);
  if (draft->request.view) r->request.view = comm_view_ref(draft->request.view);
  r->recv = draft->recv;
  r->nobody = draft->nobody;
  r->argument = draft->argument;
  datatype_ref(r->recv.type);
  *out = r;
  *handle = r->request.handle;
  return 0;
}

/* --- start and end --- */

static enum observed_start started_by(const struct request *r)
{
  return r->persistent ? STARTED_MESSAGE : STARTED_NONE;
}

/* Tell of what is sent, but of a copy that is set aside: nobody needs to hear
 * of that. */
static void sending_told(struct sending *s)
{
  if (s->argument)
    OBSERVE(buffer, OBSERVED_SELF, .argument = s->argument,
            .data = {s->send.buffer, s->send.count, s->send.type},
            .started = started_by(&s->request),
            .pending = request_pending(&s->request, 1), .date = self->time);
}

/* Who learns that the receive has started does not know that it is over. */
void receiving_told(struct receiving *r)
{
  OBSERVE_ORDER(RELEASE, self->strand, p2p_carrier(r->recv.number),
                .releases = 1);
  if (r->argument) receiving_told_buffer(r);
}

/* The message comes by an event, after this call. */
void receiving_told_buffer(struct receiving *r)
{
  struct p2p_recv *v = &r->recv;
  struct piece all = {v->buffer, v->count, v->count, v->type, true};
  if (!observers_hear.buffer) return;
  OBSERVE(buffer, OBSERVED_SELF, .argument = r->argument,
          .data = {v->buffer, v->count, v->type}, .write = true,
          .replaces = r->replaces, .started = started_by(&r->request),
          .pending = request_pending(&r->request, 1), .room = &all.fit,
          .date = self->time);
  r->spare = spare_new(&all, 1);
  if (r->spare) v->buffer = spare_shift(v->buffer, r->spare->away);
}

static __attribute__((noinline)) void leave_spare(struct receiving *r)
{
  r->recv.buffer = spare_shift(r->recv.buffer, -r->spare->away);
  spare_end(r->spare);
  r->spare = NULL;
}

/* A synchronous send is complete after its receive has started. */
static void sending_learn(struct request *q)
{
  const struct p2p_send *s = &container_of(q, struct sending, request)->send;
  if (q->cancelled && s->number)
    OBSERVE_ORDER(FORGET, self->strand, p2p_carrier(s->number));
  if (s->mode != SEND_SYNCHRONOUS || !s->partner) return;
  OBSERVE_ORDER(ACQUIRE, self->strand, p2p_carrier(s->partner));
  OBSERVE_ORDER(FORGET, self->strand, p2p_carrier(s->partner));
}

static void receiving_learn(struct request *q)
{
  const struct p2p_recv *r = &container_of(q, struct receiving, request)->recv;
  if (r->number && !r->awaited)
    OBSERVE_ORDER(FORGET, self->strand, p2p_carrier(r->number));
  if (!r->partner) return;
  OBSERVE_ORDER(ACQUIRE, self->strand, p2p_carrier(r->partner));
  OBSERVE_ORDER(FORGET, self->strand, p2p_carrier(r->partner));
}

int sending_start(struct sending *s)
{
  int error = 0;
  if (s->send.to == MPI_PROC_NULL) {
    request_complete(&s->request);
    return 0;
  }
  rank_charge_issue(p2p_send_cost(s->send.count, s->send.type));
  if (s->send.mode == SEND_BUFFERED)
    error = bsend_check(&s->send, s->request.view);
  if (error) return error;
  sending_told(s);
  if (s->send.mode == SEND_BUFFERED) {
    bsend_start(&s->send, s->request.view);
    request_complete(&s->request);
  } else {
    p2p_send_start(&s->send, self->time);
    OBSERVE_ORDER(RELEASE, self->strand, p2p_carrier(s->send.number),
                  .releases = 1);
  }
  return 0;
}

int receiving_start(struct receiving *r)
{
  if (r->nobody) {
    r->request.source = MPI_PROC_NULL;
    r->cost = 0;
    request_complete(&r->request);
  } else {
    p2p_recv_start(&r->recv, self->time);
    receiving_told(r);
  }
  return 0;
}

static void sending_done(struct p2p_send *send)
{
  struct request *q = &container_of(send, struct sending, send)->request;
  q->cancelled = send->cancelled;
  request_complete(q);
}

static int sending_cancel(struct request *q)
{
  if (!q->complete)
    p2p_send_cancel(&container_of(q, struct sending, request)->send);
  return 0;
}

static void receiving_done(struct p2p_recv *recv)
{
  struct receiving *r = container_of(recv, struct receiving, recv);
  struct request *q = &r->request;
  MPI_Count room = p2p_bytes(recv->count, recv->type);
  q->cancelled = recv->cancelled;
  if (r->spare) leave_spare(r);
  if (!recv->cancelled) {
    q->source = group_rank(comm_peers(q->view->comm), recv->source);
    q->tag = recv->tag;
    q->bytes = recv->bytes < room ? recv->bytes : room;
    r->cost = p2p_recv_cost(q->bytes, recv->type);
  }
  request_complete(q);
}

static int receiving_finish(struct request *q)
{
  struct receiving *r = container_of(q, struct receiving, request);
  if (q->cancelled) return 0;
  rank_charge(r->cost);
  if (observers_hear.error) check_length(r);
  if (!r->recv.error || r->nobody) return 0;
  return fault(MPI_ERR_TRUNCATE,
               ": the message of %lld bytes from rank %d with tag %d does not"
               " fit the receive buffer of %lld bytes [MPI-4.1 3.2.4]",
               (long long)r->recv.bytes, q->source, q->tag,
               (long long)q->bytes);
}

static int receiving_cancel(struct request *q)
{
  if (!q->complete)
    p2p_recv_cancel(&container_of(q, struct receiving, request)->recv);
  return 0;
}

static int sending_begin(struct request *q)
{
  return sending_start(container_of(q, struct sending, request));
}

static int receiving_begin(struct request *q)
{
  return receiving_start(container_of(q, struct receiving, request));
}

static void sending_release(struct request *q)
{
  struct sending *s = container_of(q, struct sending, request);
  datatype_unref((struct datatype *)s->send.type);
  comm_view_unref(q->view);
}

static void receiving_release(struct request *q)
{
  struct receiving *r = container_of(q, struct receiving, request);
  datatype_unref((struct datatype *)r->recv.type);
  comm_view_unref(q->view);
}

/* --- reports --- */

static void sending_explain(const struct request *q, char *text, size_t size)
{
  const struct sending *s = container_of(q, struct sending, request);
  char comm[EXPLAIN_COMM_MAX], peer[EXPLAIN_RANK];
  explain_comm(q->view, comm);
  explain_peer(q->view, s->send.to, peer);
  snprintf(text, size, "%s to receive its message with tag %d in %s", peer,
           s->send.envelope.tag, comm);
}

static void receiving_explain(const struct request *q, char *text, size_t size)
{
  const struct receiving *r = container_of(q, struct receiving, request);
  explain_message(q->view, &r->recv.envelope, text, size);
}

static const struct request_class sending_class = {
    .name = "a send",
    .explain = sending_explain,
    .start = sending_begin,
    .learn = sending_learn,
    .cancel = sending_cancel,
    .release = sending_release,
};

static const struct request_class receiving_class = {
    .name = "a receive",
    .explain = receiving_explain,
    .start = receiving_begin,
    .learn = receiving_learn,
    .finish = receiving_finish,
    .cancel = receiving_cancel,
    .release = receiving_release,
};
