/* The operations of one-sided communication: MPI_Put to MPI_Rget_accumulate.
 *
 * All go through start(): look up and check the arguments, then the rules of
 * types and operators, the range, and last the epoch, so that a refused call
 * has changed nothing; then pack what is sent and issue. [MPI-4.1 12.3] */
#include "call.h"

#include "../rank/observed.h"
#include "../plain.h"
#include "../p2p/request.h"
#include "../rma/told.h"
#include "../../model/memory.h"

#include <api.h>
#include <stdio.h>
#include <string.h>

/* The arguments of a call; of the handles only those that it has. */
struct arguments {
  enum operation_kind kind;
  MPI_Win win;
  MPI_Op op;
  MPI_Datatype origin_type, result_type, target_type;
  struct transfer transfer;
  const void *compare;  /* of a swap */
  MPI_Request *request; /* NULL: not request-based */
};

struct rma_request {
  struct request request;
  uint64_t number; /* of the operation; 0: there was nothing to move */
  int target;
  bool fetches;
  MPI_Win win;
};

/* NULL: it is gone. */
static struct window_view *window_behind(const struct rma_request *r)
{
  return handle_find(&self->handles, HANDLE_WINDOW, (uintptr_t)r->win);
}

static void rma_learn(struct request *request)
{
  struct rma_request *r = container_of(request, struct rma_request, request);
  struct window_view *v = window_behind(r);
  if (!r->number) return;
  OBSERVE(completion, .kind = OBSERVED_REQUEST, OBSERVED_SELF, .window = v,
          .target = r->target, .number = r->number, .date = self->time);
  struct peer *p = v ? rma_known_peer(v->rma, r->target) : NULL;
  if (p && r->fetches) told_fetched(p);
}

static void rma_explain(const struct request *r, char *text, size_t size)
{
  (void)r;
  snprintf(text, size, "a one-sided operation");
}

static void rma_blame(const struct request *request)
{
  self->call->window =
      window_behind(container_of(request, struct rma_request, request));
}

static const struct request_class rma_request = {
    .name = "a one-sided operation",
    .explain = rma_explain,
    .learn = rma_learn,
    .blame = rma_blame,
    .kept = "[MPI-4.1 12.3.5]",
};

/* What all of them have. Every member is set one by one: clearing so small a
 * struct first would take longer than that. */
static inline struct arguments
arguments(enum operation_kind kind, const void *origin, MPI_Count origin_count,
          MPI_Datatype origin_type, int target, MPI_Aint disp,
          MPI_Count target_count, MPI_Datatype target_type, MPI_Win win,
          MPI_Request *request)
{
  static const enum access_kind accesses[] = {
      [OPERATION_PUT] = ACCESS_PUT,
      [OPERATION_GET] = ACCESS_GET,
      [OPERATION_ACCUMULATE] = ACCESS_ACCUMULATE,
      [OPERATION_FETCH] = ACCESS_FETCH,
      [OPERATION_SWAP] = ACCESS_FETCH,
  };
  return (struct arguments){
      .kind = kind,
      .win = win,
      .op = MPI_OP_NULL,
      .origin_type = origin_type,
      .result_type = MPI_DATATYPE_NULL,
      .target_type = target_type,
      .transfer = {.kind = accesses[kind],
                   .origin = origin,
                   .origin_count = origin_count,
                   .origin_type = NULL,
                   .result = NULL,
                   .result_count = 0,
                   .result_type = NULL,
                   .access = {target, disp, target_count, NULL},
                   .op = NULL},
      .compare = NULL,
      .request = request,
  };
}

/* A request of the call, if it wants one. */
static int request_for(const struct arguments *a, struct request **r)
{
  *r = NULL;
  if (!a->request) return 0;
  *r = request_new(&rma_request, sizeof(struct rma_request));
  if (!*r) return check_handle(0);
  container_of(*r, struct rma_request, request)->win = a->win;
  *a->request = (*r)->handle;
  return 0;
}

/* Nothing is to be moved: MPI_PROC_NULL, or no bytes. */
static int start_nothing(const struct arguments *a)
{
  struct request *r;
  int error = request_for(a, &r);
  if (r) request_complete(r);
  return error;
}

static bool ignores_origin(const struct arguments *a)
{
  const struct op *op = a->transfer.op;
  return op && op->predefined == MPI_NO_OP;
}

static int check_target(const struct window_view *v, int target)
{
  if (target == MPI_PROC_NULL) return 0;
  if (target >= 0 && target < v->window->size) return 0;
  return fault(MPI_ERR_RANK,
               " on %s: target_rank is %s; the ranks of the window are 0 to %d "
               "[MPI-4.1 12.3]",
               window_label(v), rank_word(target), v->window->size - 1);
}

static inline int take_elements(MPI_Count count, const char *counted,
                                MPI_Datatype handle, const char *typed,
                                const struct datatype **type)
{
  int error = check_count(count, counted);
  return error ? error : committed_of(handle, typed, type);
}

/* Look up window, operator and types, check counts and target. */
static int look_up(struct arguments *a, struct window_view **v)
{
  struct transfer *t = &a->transfer;
  int error = window_of(a->win, v);
  bool combines = a->kind == OPERATION_ACCUMULATE || a->kind == OPERATION_FETCH;
  bool returns = a->kind == OPERATION_FETCH || a->kind == OPERATION_SWAP;
  if (!error && combines) error = op_of(a->op, &t->op);
  if (!error) error = check_target(*v, t->access.target);
  if (!error)
    error = take_elements(t->access.count, "target_count", a->target_type,
                          "target_datatype", &t->access.type);
  if (!error && !ignores_origin(a))
    error = take_elements(t->origin_count, "origin_count", a->origin_type,
                          "origin_datatype", &t->origin_type);
  if (!error && returns)
    error = take_elements(t->result_count, "result_count", a->result_type,
                          "result_datatype", &t->result_type);
  return error;
}

/* May its data stay in the buffers until it is at the other side? In a fence
 * epoch nothing but the next fence gives buffers back and shows what came, and
 * that waits for both sides [MPI-4.1 12.5.1]. A rank's own window may overlap
 * its buffer. */
static bool lends(const struct arguments *a, const struct peer *p,
                  size_t sent_bytes)
{
  if (p->rma->view->epoch.fence != FENCE_USED || plain) return false;
  if (p->target == p->rma->view->rank) return false;
  if (a->kind == OPERATION_GET) return true;
  if (sent_bytes <= sizeof(union data)) return false;
  return a->kind == OPERATION_PUT || (a->kind == OPERATION_ACCUMULATE &&
                                      a->transfer.origin_type->contiguous);
}

/* How many bytes are taken out of the origin's buffers. */
static size_t sent_bytes(const struct arguments *a)
{
  const struct transfer *t = &a->transfer;
  if (!t->origin_type || a->kind == OPERATION_GET) return 0;
  size_t bytes = t->origin_count * t->origin_type->size;
  return a->kind == OPERATION_SWAP ? 2 * bytes : bytes;
}

/* Copy what is sent out of the origin's buffers. */
static void pack_sent(const struct arguments *a, struct operation *o)
{
  const struct transfer *t = &a->transfer;
  size_t bytes = t->origin_count * t->origin_type->size;
  char *sent = data_new(&o->sent, o->sent_bytes);
  datatype_pack(t->origin, t->origin_count, t->origin_type, 0, bytes, sent);
  if (o->kind == OPERATION_SWAP) memcpy(sent + bytes, a->compare, bytes);
}

/* What travels stays in the origin's buffer, or comes there; an accumulate's
 * as if packed. */
static void name_origin(const struct arguments *a, struct operation *o)
{
  const struct transfer *t = &a->transfer;
  if (o->kind == OPERATION_ACCUMULATE) {
    o->sent.apart = (char *)t->origin + t->origin_type->true_lb;
    return;
  }
  o->sent.origin = (void *)t->origin;
  o->sent.origin_count = t->origin_count;
  o->origin_type = datatype_ref(t->origin_type);
}

static void take_buffers(const struct arguments *a, struct operation *o)
{
  const struct transfer *t = &a->transfer;
  if (o->lent || o->kind == OPERATION_GET)
    name_origin(a, o);
  else if (o->sent_bytes)
    pack_sent(a, o);
  if (!t->result_type) return;
  o->result = t->result;
  o->result_count = t->result_count;
  o->result_type = datatype_ref(t->result_type);
}

static struct observed_data data(const void *address, MPI_Count count,
                                 const struct datatype *type, MPI_Count bytes)
{
  MPI_Count touched = type && type->size ? bytes / type->size : 0;
  bool fewer = type && touched < count && touched * type->size == bytes;
  return (struct observed_data){type ? address : NULL, fewer ? touched : count,
                                type};
}

static enum observed_epoch epoch_of(const struct peer *p)
{
  const struct epoch *e = &p->rma->view->epoch;
  if (e->all_locked) return EPOCH_LOCK_ALL;
  if (p->lock.type == MPI_LOCK_SHARED) return EPOCH_LOCK_SHARED;
  if (p->lock.type) return EPOCH_LOCK;
  return e->started ? EPOCH_START : EPOCH_FENCE;
}

/* Apart, as are others that tell: the structs would make the frame of an issue
 * three times as large, and a rank's stack is in no near cache. */
static __attribute__((noinline)) void tell_issue(const struct arguments *a,
                                                 struct operation *o)
{
  const struct transfer *t = &a->transfer;
  const struct peer *p = o->peer;
  enum observed_epoch epoch = epoch_of(p);
  MPI_Count *room =
      o->kind == OPERATION_GET ? &o->sent.origin_count : &o->result_count;
  MPI_Count bytes = transfer_bytes(t);
  OBSERVE(
      issue, .number = o->number,
      .kind = (enum observed_kind)o->kind, /* in the same order */
      OBSERVED_SELF, .window = p->rma->view, .target = p->target,
      .origin = data(t->origin, t->origin_count, t->origin_type, bytes),
      .compare = data(a->compare, 1, a->compare ? t->origin_type : NULL, bytes),
      .result = data(t->result, t->result_count, t->result_type, bytes),
      .memory = data(o->target, o->target_count, o->target_type, bytes),
      .origin_count = t->origin_count, .result_count = t->result_count,
      .room = kind_fetches(o->kind) ? room : NULL, .op = t->op, .epoch = epoch,
      .opened =
          p->lock.type ? peer_seen(p)->opened : p->rma->view->epoch.opened,
      .request = a->request != NULL, .waits = operation_waits(p),
      .threaded = rank_shares, .kept = &o->kept, .pair = peer_checked(o->peer),
      .date = self->time);
}

static int issue(const struct arguments *a, struct peer *p, char *address)
{
  const struct transfer *t = &a->transfer;
  struct request *request;
  int error = request_for(a, &request);
  if (error) return error;
  size_t bytes = sent_bytes(a);
  struct operation *o = operation_new(a->kind, p, request, lends(a, p, bytes));
  o->sent_bytes = bytes;
  o->target = address;
  o->target_count = t->access.count;
  o->target_type = datatype_ref(t->access.type);
  o->op = t->op;
  bool atomic = t->op || a->kind == OPERATION_SWAP;
  if (atomic &&
      (p->rma->window->rules.ordered || window_orders(p->rma->view, p->target)))
    o->ordered = true;
  take_buffers(a, o);
  if (request) {
    struct rma_request *r = container_of(request, struct rma_request, request);
    r->number = o->number;
    r->target = p->target;
    r->fetches = operation_fetches(o);
  }
  if (observers_hear.issue) tell_issue(a, o);
  operation_issue(o);
  return 0;
}

static void tell_text(const struct op *op, const struct datatype *element)
{
  if (element && op_tolerated(op, element)) call_on_text(op->name, "6.9.2");
}

static int start(struct arguments *a)
{
  struct transfer *t = &a->transfer;
  struct window_view *v;
  char *address;
  int error = look_up(a, &v);
  if (error) return error;
  int target = t->access.target;
  if (target == MPI_PROC_NULL) return start_nothing(a);
  error = window_check_transfer(v, t);
  if (!error && t->op) tell_text(t->op, t->access.type->element);
  if (!error) error = window_range(v, &t->access, &address);
  if (error) return error;
  struct peer *p = rma_peer(v->rma, target);
  error = epoch_operation(&v->epoch, &p->lock, target, v->window->comm->group,
                          a->request, v);
  if (error) return error;
  if (transfer_bytes(t) == 0) return start_nothing(a);
  return issue(a, p, address);
}

/* --- put and get --- */

static int put(const void *origin, MPI_Count origin_count,
               MPI_Datatype origin_type, int target, MPI_Aint disp,
               MPI_Count target_count, MPI_Datatype target_type, MPI_Win win,
               MPI_Request *request)
{
  struct arguments a =
      arguments(OPERATION_PUT, origin, origin_count, origin_type, target, disp,
                target_count, target_type, win, request);
  return start(&a);
}

int api_Put(const void *origin, MPI_Count origin_count,
            MPI_Datatype origin_type, int target, MPI_Aint disp,
            MPI_Count target_count, MPI_Datatype target_type, MPI_Win win)
{
  return put(origin, origin_count, origin_type, target, disp, target_count,
             target_type, win, NULL);
}

int api_Rput(const void *origin, MPI_Count origin_count,
             MPI_Datatype origin_type, int target, MPI_Aint disp,
             MPI_Count target_count, MPI_Datatype target_type, MPI_Win win,
             MPI_Request *request)
{
  return put(origin, origin_count, origin_type, target, disp, target_count,
             target_type, win, request);
}

static int get(void *origin, MPI_Count origin_count, MPI_Datatype origin_type,
               int target, MPI_Aint disp, MPI_Count target_count,
               MPI_Datatype target_type, MPI_Win win, MPI_Request *request)
{
  struct arguments a =
      arguments(OPERATION_GET, origin, origin_count, origin_type, target, disp,
                target_count, target_type, win, request);
  return start(&a);
}

int api_Get(void *origin, MPI_Count origin_count, MPI_Datatype origin_type,
            int target, MPI_Aint disp, MPI_Count target_count,
            MPI_Datatype target_type, MPI_Win win)
{
  return get(origin, origin_count, origin_type, target, disp, target_count,
             target_type, win, NULL);
}

int api_Rget(void *origin, MPI_Count origin_count, MPI_Datatype origin_type,
             int target, MPI_Aint disp, MPI_Count target_count,
             MPI_Datatype target_type, MPI_Win win, MPI_Request *request)
{
  return get(origin, origin_count, origin_type, target, disp, target_count,
             target_type, win, request);
}

/* --- accumulates --- */

static int accumulate(const void *origin, MPI_Count origin_count,
                      MPI_Datatype origin_type, int target, MPI_Aint disp,
                      MPI_Count target_count, MPI_Datatype target_type,
                      MPI_Op op, MPI_Win win, MPI_Request *request)
{
  struct arguments a =
      arguments(OPERATION_ACCUMULATE, origin, origin_count, origin_type, target,
                disp, target_count, target_type, win, request);
  a.op = op;
  return start(&a);
}

int api_Accumulate(const void *origin, MPI_Count origin_count,
                   MPI_Datatype origin_type, int target, MPI_Aint disp,
                   MPI_Count target_count, MPI_Datatype target_type, MPI_Op op,
                   MPI_Win win)
{
  return accumulate(origin, origin_count, origin_type, target, disp,
                    target_count, target_type, op, win, NULL);
}

int api_Raccumulate(const void *origin, MPI_Count origin_count,
                    MPI_Datatype origin_type, int target, MPI_Aint disp,
                    MPI_Count target_count, MPI_Datatype target_type, MPI_Op op,
                    MPI_Win win, MPI_Request *request)
{
  return accumulate(origin, origin_count, origin_type, target, disp,
                    target_count, target_type, op, win, request);
}

static int get_accumulate(const void *origin, MPI_Count origin_count,
                          MPI_Datatype origin_type, void *result,
                          MPI_Count result_count, MPI_Datatype result_type,
                          int target, MPI_Aint disp, MPI_Count target_count,
                          MPI_Datatype target_type, MPI_Op op, MPI_Win win,
                          MPI_Request *request)
{
  struct arguments a =
      arguments(OPERATION_FETCH, origin, origin_count, origin_type, target,
                disp, target_count, target_type, win, request);
  a.op = op;
  a.result_type = result_type;
  a.transfer.result = result;
  a.transfer.result_count = result_count;
  return start(&a);
}

int api_Get_accumulate(const void *origin, MPI_Count origin_count,
                       MPI_Datatype origin_type, void *result,
                       MPI_Count result_count, MPI_Datatype result_type,
                       int target, MPI_Aint disp, MPI_Count target_count,
                       MPI_Datatype target_type, MPI_Op op, MPI_Win win)
{
  return get_accumulate(origin, origin_count, origin_type, result, result_count,
                        result_type, target, disp, target_count, target_type,
                        op, win, NULL);
}

int api_Rget_accumulate(const void *origin, MPI_Count origin_count,
                        MPI_Datatype origin_type, void *result,
                        MPI_Count result_count, MPI_Datatype result_type,
                        int target, MPI_Aint disp, MPI_Count target_count,
                        MPI_Datatype target_type, MPI_Op op, MPI_Win win,
                        MPI_Request *request)
{
  return get_accumulate(origin, origin_count, origin_type, result, result_count,
                        result_type, target, disp, target_count, target_type,
                        op, win, request);
}

static int predefined_only(MPI_Win win, MPI_Datatype handle)
{
  struct window_view *v;
  const struct datatype *type;
  int error = window_of(win, &v);
  if (!error) error = committed_of(handle, "datatype", &type);
  if (error || (type->predefined && type->element)) return error;
  return fault(MPI_ERR_TYPE, ": datatype must be a predefined one "
                             "[MPI-4.1 12.3.4]");
}

int api_Fetch_and_op(const void *origin, void *result, MPI_Datatype type,
                     int target, MPI_Aint disp, MPI_Op op, MPI_Win win)
{
  int error = predefined_only(win, type);
  return error ? error
               : get_accumulate(origin, 1, type, result, 1, type, target, disp,
                                1, type, op, win, NULL);
}

/* Compare and swap takes integer, logical, multi-language and byte types. */
static int swappable(MPI_Win win, MPI_Datatype handle)
{
  const struct datatype *type;
  int error = predefined_only(win, handle);
  if (!error) error = committed_of(handle, "datatype", &type);
  if (error) return error;
  enum basic b = type->basic;
  if ((b >= BASIC_INT8 && b <= BASIC_UINT64) ||
      (b >= BASIC_BOOL && b <= BASIC_LOGICAL64) || handle == MPI_BYTE)
    return 0;
  if (b == BASIC_CHAR) {
    call_on_text("it", "12.3.4");
    return 0;
  }
  return fault(MPI_ERR_TYPE,
               ": %s is not an integer, logical, multi-language or byte type "
               "[MPI-4.1 12.3.4]",
               datatype_default_name(type));
}

/* The type is a good one. */
static int check_compare(const void *compare, const void *result,
                         MPI_Datatype handle)
{
  const struct datatype *type;
  int error = committed_of(handle, "datatype", &type);
  if (!error) error = check_address(compare, 1, type, "compare_addr");
  if (error) return error;
  struct buffer read = {compare, 1, type}, written = {result, 1, type};
  if (!buffers_meet(&read, &written)) return 0;
  return fault(MPI_ERR_BUFFER, ": compare and result buffer overlap; what is "
                               "written is no other argument [MPI-4.1 2.3]");
}

int api_Compare_and_swap(const void *origin, const void *compare, void *result,
                         MPI_Datatype type, int target, MPI_Aint disp,
                         MPI_Win win)
{
  struct arguments a = arguments(OPERATION_SWAP, origin, 1, type, target, disp,
                                 1, type, win, NULL);
  a.compare = compare;
  a.result_type = type;
  a.transfer.result = result;
  a.transfer.result_count = 1;
  int error = swappable(win, type);
  if (!error && target != MPI_PROC_NULL)
    error = check_compare(compare, result, type);
  return error ? error : start(&a);
}
