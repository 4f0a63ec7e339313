/* Partitioned point-to-point calls. [MPI-4.1 4.2] */
#include "p2p.h"

#include "../../model/info/info.h"
#include "../../model/memory.h"
#include "../rank/observed.h"
#include "../p2p/explain.h"
#include "../p2p/partitioned.h"
#include "../rank/polls.h"
#include "objects.h"

#include <api.h>
#include <stdio.h>

struct partitioned_request {
  struct request request;
  struct partitioned message;
  bool nobody; /* to or from MPI_PROC_NULL */
};

static struct partitioned_request *request_of(const struct request *r)
{
  return container_of(r, struct partitioned_request, request);
}

/* --- the request's class --- */

static void message_done(struct partitioned *p)
{
  struct partitioned_request *r =
      container_of(p, struct partitioned_request, message);
  r->request.bytes = p->sends ? 0 : p->parts * p->part_bytes;
  request_complete(&r->request);
}

/* --- what observers are told: each partition is an access of its own --- */

static void tell_partition(struct partitioned_request *r, int i)
{
  struct partitioned *p = &r->message;
  MPI_Count room = p->elements;
  OBSERVE(buffer, OBSERVED_SELF, .argument = "buf",
          .data = {p->buffer + i * p->elements * p->type->extent, p->elements,
                   p->type},
          .write = !p->sends, .started = STARTED_PARTITIONED,
          .pending = request_pending(&r->request, p->count) + (uint64_t)i,
          .room = p->sends ? NULL : &room, .date = self->time);
  MPI_Count fit = i * partitioned_bytes(p) + p2p_bytes(room, p->type);
  if (room < p->elements && fit < p->fit) p->fit = fit;
}

/* A send is complete when all partitions are marked as ready, by whatever
 * thread: of this round. */
static struct observed_carrier marks_of(struct partitioned_request *r)
{
  uint64_t round = request_pending(&r->request, r->message.count);
  return (struct observed_carrier){.object = &r->message, .number = round};
}

/* What the sender did before its MPI_Pready comes before what is told now. */
static void acquire_part(const struct partition *part)
{
  OBSERVE_ORDER(ACQUIRE, self->strand, p2p_carrier(part->recv.partner));
}

static void tell_arrived(struct partitioned_request *r, int i)
{
  const struct partitioned *p = &r->message;
  struct part_range range = partitioned_range(p, i);
  for (MPI_Count k = range.first; k < range.end; k++)
    acquire_part(&p->part[k]);
  OBSERVE(buffer_end, OBSERVED_SELF,
          .pending = request_pending(&r->request, p->count) + (uint64_t)i);
}

static void partitioned_learn(struct request *q)
{
  struct partitioned_request *r = request_of(q);
  const struct partitioned *p = &r->message;
  if (r->nobody || !observers_hear.order) return;
  if (p->sends && self->crew) {
    OBSERVE_ORDER(ACQUIRE, self->strand, marks_of(r));
    OBSERVE_ORDER(FORGET, self->strand, marks_of(r));
  }
  if (p->sends) return;
  for (int k = 0; k < p->parts; k++) {
    acquire_part(&p->part[k]);
    OBSERVE_ORDER(FORGET, self->strand, p2p_carrier(p->part[k].recv.partner));
  }
}

static int partitioned_begin(struct request *q)
{
  struct partitioned_request *r = request_of(q);
  if (!r->nobody) {
    r->message.fit = partitioned_room(&r->message);
    int told = observers_hear.buffer && !r->message.sends;
    for (int i = 0; told && i < r->message.count; i++)
      tell_partition(r, i);
    partitioned_start(&r->message);
    return 0;
  }
  r->message.started = true;
  if (!r->message.sends) q->source = MPI_PROC_NULL;
  request_complete(q);
  return 0;
}

/* Pay for what has come. */
static void pay(struct partitioned *p)
{
  rank_charge(p->cost);
  p->cost = 0;
}

static int partitioned_finish(struct request *q)
{
  struct partitioned_request *r = request_of(q);
  struct partitioned *p = &r->message;
  p->started = false;
  if (p->sends || r->nobody) return 0;
  pay(p);
  if (!p->error) return 0;
  return fault(MPI_ERR_TRUNCATE,
               ": the message of %d x %lld bytes does not fit the receive "
               "buffer of %d x %lld bytes [MPI-4.1 4.2.1]",
               p->parts, (long long)p->part_bytes, p->count,
               (long long)partitioned_bytes(p));
}

static int partitioned_query(struct request *q)
{
  struct partitioned_request *r = request_of(q);
  if (r->message.sends || r->nobody) return 0;
  q->source = group_rank(comm_peers(q->view->comm), r->message.from);
  q->tag = r->message.tag;
  return 0;
}

static void partitioned_release(struct request *q)
{
  struct partitioned_request *r = request_of(q);
  if (!r->nobody) partitioned_close(&r->message);
  datatype_unref((struct datatype *)r->message.type);
  comm_view_unref(q->view);
}

static void explain_partition(const struct request *q, int partition,
                              char *text, size_t size)
{
  const struct partitioned *p = &request_of(q)->message;
  char comm[EXPLAIN_COMM_MAX], peer[EXPLAIN_RANK];
  explain_comm(q->view, comm);
  explain_peer(q->view, p->from, peer);
  snprintf(text, size, "partition %d of a message from %s with tag %d in %s",
           partition, peer, p->tag, comm);
}

static void partitioned_explain(const struct request *q, char *text,
                                size_t size)
{
  const struct partitioned *p = &request_of(q)->message;
  char comm[EXPLAIN_COMM_MAX], peer[EXPLAIN_RANK];
  int first = 0;
  while (first < p->parts &&
         (p->sends ? p->part[first].ready : p->part[first].done))
    first++;
  if (p->sends && first < p->parts) {
    snprintf(text, size, "itself to call MPI_Pready for partition %d", first);
    return;
  }
  if (!p->sends) {
    explain_partition(q, first, text, size);
    return;
  }
  explain_comm(q->view, comm);
  explain_peer(q->view, p->to, peer);
  snprintf(text, size, "%s to receive its partitions with tag %d in %s", peer,
           p->tag, comm);
}

static const struct request_class partitioned_class = {
    .name = "partitioned communication",
    .explain = partitioned_explain,
    .start = partitioned_begin,
    .query = partitioned_query,
    .learn = partitioned_learn,
    .finish = partitioned_finish,
    .release = partitioned_release,
    .kept = "[MPI-4.1 4.2]",
};

/* --- initialising --- */

static int check_partitions(int partitions)
{
  return check_number(partitions, "partitions", "4.2.1");
}

static int check_no_wildcard(int source)
{
  if (source != MPI_ANY_SOURCE) return 0;
  return fault(MPI_ERR_RANK, ": source is MPI_ANY_SOURCE, which partitioned "
                             "communication does not know [MPI-4.1 4.2.1]");
}

static int give(const struct partitioned *draft, struct comm_view *view,
                bool nobody, MPI_Request *handle)
{
  struct partitioned_request *r =
      request_new_persistent(&partitioned_class, sizeof *r);
  if (!r) return check_handle(0);
  r->request.view = comm_view_ref(view);
  r->nobody = nobody;
  r->message = *draft;
  r->message.done = message_done;
  datatype_ref(r->message.type);
  if (!nobody) partitioned_open(&r->message);
  *handle = r->request.handle;
  return 0;
}

int api_Psend_init(const void *buf, int partitions, MPI_Count count,
                   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Info hints, MPI_Request *request)
{
  struct sending draft; /* the checks of any send */
  struct info *info;
  int error = sending_prepare(&draft, buf, partitions ? count : 0, datatype,
                              dest, tag, comm, SEND_STANDARD, &names_one);
  if (!error) error = check_partitions(partitions);
  if (!error) error = check_count(count, "count");
  if (!error && dest != MPI_PROC_NULL)
    error = check_blocks(partitions, count, draft.send.type);
  if (!error) error = info_of(hints, &info);
  if (error) return error;
  struct comm_view *view = draft.request.view;
  return give(&(struct partitioned){.sends = true,
                                    .context = view->comm->context,
                                    .from = self->id,
                                    .to = world_of(view, dest),
                                    .tag = tag,
                                    .buffer = (char *)buf,
                                    .count = partitions,
                                    .elements = count,
                                    .type = draft.send.type},
              view, dest == MPI_PROC_NULL, request);
}

int api_Precv_init(void *buf, int partitions, MPI_Count count,
                   MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                   MPI_Info hints, MPI_Request *request)
{
  struct receiving draft;
  struct info *info;
  int error = receiving_prepare(&draft, buf, partitions ? count : 0, datatype,
                                source, tag, comm, &names_one);
  if (!error) error = check_partitions(partitions);
  if (!error) error = check_count(count, "count");
  if (!error && source != MPI_PROC_NULL)
    error = check_blocks(partitions, count, draft.recv.type);
  if (!error) error = check_no_wildcard(source);
  if (!error && tag == MPI_ANY_TAG)
    error = fault(MPI_ERR_TAG, ": tag is MPI_ANY_TAG, which partitioned "
                               "communication does not know [MPI-4.1 4.2.1]");
  if (!error) error = info_of(hints, &info);
  if (error) return error;
  struct comm_view *view = draft.request.view;
  return give(&(struct partitioned){.context = view->comm->context,
                                    .from = world_of(view, source),
                                    .to = self->id,
                                    .tag = tag,
                                    .buffer = buf,
                                    .count = partitions,
                                    .elements = count,
                                    .type = draft.recv.type},
              view, source == MPI_PROC_NULL, request);
}

/* --- partitions --- */

static int message_of(MPI_Request handle, bool sends,
                      struct partitioned_request **out)
{
  struct request *r = handle == MPI_REQUEST_NULL ? NULL : request_used(handle);
  if (r) self->call->comm = r->view;
  if (!r || r->class != &partitioned_class ||
      request_of(r)->message.sends != sends)
    return fault(MPI_ERR_REQUEST,
                 ": the request is not a partitioned %s [MPI-4.1 4.2]",
                 sends ? "send" : "receive");
  *out = request_of(r);
  return 0;
}

static int check_partition(const struct partitioned *p, int i)
{
  if (i >= 0 && i < p->count) return 0;
  return fault(MPI_ERR_ARG, ": partition %d is not in [0, %d) [MPI-4.1 4.2]", i,
               p->count);
}

static int check_ready(const struct partitioned_request *r, int i)
{
  int error = check_partition(&r->message, i);
  if (error) return error;
  if (!r->request.active)
    return fault(MPI_ERR_REQUEST,
                 ": the request is not started [MPI-4.1 4.2.2]");
  if (r->nobody || !r->message.part[i].ready) return 0;
  return fault(MPI_ERR_ARG,
               ": partition %d is marked as ready already [MPI-4.1 4.2.2]", i);
}

/* All of a list, none of them twice. */
static int check_list(const struct partitioned_request *r, int n,
                      const int list[])
{
  int marked = 0, error = 0;
  for (int i = 0; i < n && !error; i++) {
    error = check_ready(r, list[i]);
    if (error || r->nobody) continue;
    r->message.part[list[i]].ready = true;
    marked++;
  }
  for (int i = 0; i < marked; i++)
    r->message.part[list[i]].ready = false;
  return error;
}

/* It is checked. */
static void ready(struct partitioned_request *r, int i)
{
  if (r->nobody) return;
  tell_partition(r, i);
  if (self->crew) OBSERVE_ORDER(RELEASE, self->strand, marks_of(r));
  partitioned_ready(&r->message, i);
  OBSERVE_ORDER(RELEASE, self->strand,
                p2p_carrier(r->message.part[i].send.number), .releases = 1);
}

int api_Pready(int partition, MPI_Request request)
{
  struct partitioned_request *r = NULL;
  int error = message_of(request, true, &r);
  if (!error) error = check_ready(r, partition);
  if (!error) ready(r, partition);
  return error;
}

int api_Pready_range(int low, int high, MPI_Request request)
{
  struct partitioned_request *r = NULL;
  int error = message_of(request, true, &r);
  if (!error && low > high)
    error =
        fault(MPI_ERR_ARG,
              ": partition_low is %d, more than partition_high, which is %d "
              "[MPI-4.1 4.2.2]",
              low, high);
  if (!error) error = check_partition(&r->message, low);
  if (!error) error = check_partition(&r->message, high);
  for (int i = low; !error && i <= high; i++)
    error = check_ready(r, i);
  for (int i = low; !error && i <= high; i++)
    ready(r, i);
  return error;
}

int api_Pready_list(int length, const int partitions[], MPI_Request request)
{
  struct partitioned_request *r = NULL;
  int error = message_of(request, true, &r);
  if (!error) error = check_count(length, "length");
  if (!error) error = check_array(partitions, length, "array_of_partitions");
  if (!error) error = check_list(r, length, partitions);
  for (int i = 0; !error && i < length; i++)
    ready(r, partitions[i]);
  return error;
}

/* What MPI_Parrived asks for. */
struct arrival {
  const struct rank *owner;
  MPI_Request handle; /* other threads may have freed the request */
  int partition;
};

static void arrival_explain(const struct counter *c, char *text, size_t size)
{
  const struct arrival *a = c->about;
  const struct request *r = request_find(a->owner, a->handle);
  if (r) explain_partition(r, a->partition, text, size);
}

/* The partition is there; or the time of a poll has passed. */
static bool arrived(const struct partitioned_request *r, int partition)
{
  struct arrival a = {self, r->request.handle, partition};
  struct counter c = {.explain = arrival_explain, .about = &a};
  bool there = !r->request.active || r->nobody ||
               partitioned_arrived(&r->message, partition);
  return rank_polled_for(there, &c);
}

int api_Parrived(MPI_Request request, int partition, int *flag)
{
  struct partitioned_request *r = NULL;
  if (request == MPI_REQUEST_NULL) {
    if (flag) *flag = true;
    return flag ? 0 : call_null("flag");
  }
  int error = message_of(request, false, &r);
  if (!error && !flag) return call_null("flag");
  if (!error) error = check_partition(&r->message, partition);
  if (error) return error;
  rank_meet();
  *flag = arrived(r, partition);
  if (!*flag) return 0;
  if (r->request.active && !r->nobody) tell_arrived(r, partition);
  pay(&r->message);
  return 0;
}
