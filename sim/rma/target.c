/* Operations at their target: served, ordered, applied.
 *
 * Who serves: under `rdma` the interface, for Put, Get and swaps, and for
 * accumulates that `atomic` covers (integers and reals of at most 8 bytes in
 * contiguous memory, one element after the other); everything else needs the
 * target's progress engine (rank_serve). Invariant: accumulates of one origin
 * on one target are applied in the order of issue, unless the window's
 * accumulate_ordering says none. [MPI-4.1 12.7.2] */
#include "asking.h"
#include "list.h"

#include "../cost/cost.h"
#include "../moving.h"
#include "../order.h"
#include "../rank/spinners.h"
#include "../vain.h"
#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../../model/pool.h"

#include <stdlib.h>
#include <string.h>

/* --- the data --- */

static void fetch(struct operation *o)
{
  size_t bytes = operation_fetched(o);
  datatype_pack(o->target, o->target_count, o->target_type, 0, bytes,
                data_new(&o->fetched, bytes));
}

static void swap(struct operation *o)
{
  size_t size = operation_fetched(o);
  const char *value = data_at(&o->sent, o->sent_bytes);
  fetch(o);
  o->differed = memcmp(data_at(&o->fetched, size), value + size, size) != 0;
  if (!o->differed) memcpy(o->target, value, size);
}

/* Combine what was sent with the first elements of the target buffer; if that
 * holds more, the rest is combined with itself and put back. */
static void combine(struct operation *o)
{
  size_t bytes = (size_t)(o->target_count * o->target_type->size);
  size_t rest = bytes - o->sent_bytes;
  const void *sent = data_at(&o->sent, o->sent_bytes);
  if (rest == 0 || o->op->predefined == MPI_NO_OP) {
    op_apply_typed(o->op, sent, o->target, o->target_count, o->target_type);
    return;
  }
  char *both = pool_take_bytes(bytes), *kept = both + o->sent_bytes;
  char *saved = xmalloc(rest);
  memcpy(both, sent, o->sent_bytes);
  datatype_pack(o->target, o->target_count, o->target_type, o->sent_bytes, rest,
                kept);
  memcpy(saved, kept, rest);
  op_apply_typed(o->op, both, o->target, o->target_count, o->target_type);
  datatype_unpack(o->target, o->target_count, o->target_type, o->sent_bytes,
                  rest, saved);
  free(saved);
  pool_give_bytes(both, bytes);
}

static void move_data(struct operation *o)
{
  switch (o->kind) {
  case OPERATION_PUT:
    if (o->lent)
      datatype_copy(o->target, o->target_count, o->target_type, o->sent.origin,
                    o->sent.origin_count, o->origin_type);
    else
      datatype_unpack(o->target, o->target_count, o->target_type, 0,
                      o->sent_bytes, data_at(&o->sent, o->sent_bytes));
    break;
  case OPERATION_GET:
    if (!o->lent) fetch(o); /* else when it has returned */
    return;
  case OPERATION_FETCH:
    fetch(o);
    /* fall through */
  case OPERATION_ACCUMULATE:
    combine(o);
    break;
  case OPERATION_SWAP:
    swap(o);
    break;
  }
}

/* Whoever can load from that memory and polls it looks again; in a loop of its
 * own, which memory alone can end, if that has changed. */
static void tell_reader(struct rank *r, bool changed)
{
  if (changed)
    rank_memory_written(r);
  else
    rank_news(r);
}

static void tell_readers(const struct operation *o, bool changed)
{
  const struct window *w = o->peer->rma->window;
  if (!w->told) {
    tell_reader(peer_rank(o->peer), changed);
    return;
  }
  for (int i = 0; i < w->size; i++)
    tell_reader(w->views[i].rma->rank, changed);
}

/* --- the instant --- */

static enum order order_here(const struct operation *o)
{
  bool free = o->kind == OPERATION_PUT || o->kind == OPERATION_GET;
  return free ? order_of(o->whole ? o->number : 0) : ORDER_TIMED;
}

static void move(struct operation *o)
{
  moving_begin(operation_name, o);
  move_data(o);
  moving_end();
}

/* Somebody looks on. */
static __attribute__((noinline)) void move_seen(struct operation *o)
{
  if (o->kind == OPERATION_GET) {
    move(o);
    return;
  }
  void *before = asking_before(o);
  move(o);
  tell_readers(o, asking_changed(o, before));
}

static void move_now(struct operation *o)
{
  if (ranks_looking)
    move_seen(o);
  else
    move(o);
}

void target_move_early(struct operation *o)
{
  if (order_here(o) != ORDER_EARLY || o->shares) return;
  o->moved = true;
  if (o->kind == OPERATION_GET) o->lent = false; /* it is read now */
  move_now(o);
}

/* Keep it, with its data, until the puts to this target are complete. */
static void hold_back(struct operation *o, enum order order)
{
  struct extra *x = peer_extra(o->peer);
  if (order == ORDER_LATE)
    list_append(&x->unmoved, o);
  else
    list_prepend(&x->unmoved, o);
  o->events++;
}

void target_settle(struct peer *p)
{
  while (peer_seen(p)->unmoved) {
    struct operation *o = list_take(&p->extra->unmoved);
    move_now(o);
    operation_event_done(o);
  }
}

void target_read_late(struct operation *o)
{
  enum order order = order_here(o);
  if (o->kind == OPERATION_GET && order >= ORDER_LATE && !o->lent) fetch(o);
}

static void apply(struct operation *o)
{
  enum order order = order_here(o);
  if (order >= ORDER_LATE && o->kind == OPERATION_PUT)
    hold_back(o, order);
  else if (!o->moved && order < ORDER_LATE)
    move_now(o);
  if (o->ordered) o->peer->ordered_applied = o->order;
  operation_applied(o);
}

/* The one that may follow now, taken out of those that came early. */
static struct operation *next_in_order(struct peer *p)
{
  if (!p->extra) return NULL;
  const struct operation *first = list_first(p->extra->early);
  bool its_turn = first && first->order == p->ordered_applied + 1;
  return its_turn ? list_take(&p->extra->early) : NULL;
}

static void ready(struct operation *o)
{
  struct peer *p = o->peer;
  if (o->ordered && o->order != p->ordered_applied + 1) {
    list_insert(&peer_extra(p)->early, o);
    return;
  }
  for (; o; o = next_in_order(p))
    apply(o);
}

/* --- who serves --- */

static bool accumulates(const struct operation *o)
{
  return o->kind == OPERATION_ACCUMULATE || o->kind == OPERATION_FETCH;
}

static bool atomic_covers(const struct operation *o)
{
  const struct datatype *element = o->target_type->element;
  return o->target_type->contiguous && element && element->size <= 8 &&
         ((element->basic >= BASIC_INT8 && element->basic <= BASIC_UINT64) ||
          element->basic == BASIC_CHAR || element->basic == BASIC_FLOAT ||
          element->basic == BASIC_DOUBLE);
}

static void interface_ready(void *arg)
{
  ready(arg);
}

/* The interface applies one element after the other, in an event to come. */
static void interface_serve(struct operation *o)
{
  size_t bytes = operation_bytes(o);
  double elements = (double)bytes / (double)o->target_type->element->size;
  double busy = spent(TERM_ATOMIC, elements * cost.atomic);
  datatype_prefetch(o->target, o->target_type);
  engine_at(net_atomic(o->message.to, busy), interface_ready, o);
}

static void served(void *s)
{
  ready(container_of(s, struct operation, service));
}

static void served_foreseen(const struct coming *calls, unsigned n, int stage)
{
  if (stage != 1) return;
  FORESEEN (i, calls, n)
    memory_ask(container_of(calls[i].arg, struct operation, service)->peer);
}

void target_open(void)
{
  vain_add(interface_ready, asking_in_vain);
  vain_add(served, asking_service_in_vain);
  foresight_add(interface_ready, operations_foreseen);
  foresight_add(served, served_foreseen);
}

/* The target's CPU: takes the message, and reduces or scatters it. */
static void cpu_serve(struct operation *o)
{
  size_t bytes = o->sent_bytes;
  size_t fetched = operation_fetched(o);
  size_t moved = fetched > bytes ? fetched : bytes;
  double busy = 0;
  if (cost.protocol == PROTOCOL_MESSAGE)
    busy += cost_overhead(COST_RECV, bytes);
  if (accumulates(o))
    busy += spent(TERM_COMBINE, (double)moved / cost.combine);
  else if (!o->target_type->contiguous)
    busy += spent(TERM_COPY, (double)moved / cost.copy);
  o->service.busy = busy;
  o->service.serve = served;
  datatype_prefetch(o->target, o->target_type);
  rank_serve(peer_rank(o->peer), &o->service);
}

void target_arrived(struct operation *o)
{
  bool atomic = accumulates(o) || o->kind == OPERATION_SWAP;
  if (cost.protocol == PROTOCOL_MESSAGE)
    cpu_serve(o);
  else if (atomic && (o->kind == OPERATION_SWAP || atomic_covers(o)))
    interface_serve(o);
  else if (atomic || !o->target_type->contiguous)
    cpu_serve(o);
  else
    ready(o);
}
