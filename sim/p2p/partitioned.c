/* Partitioned messages: pairing of the two sides, and their parts. */
#include "partitioned.h"
#include "explain.h"

#include "../../model/memory.h"

#include <stdlib.h>

/* --- pairing --- */

/* A side that waits for the other; the program may have freed its request
 * meanwhile, when everything was sent. */
struct half {
  struct half *next;
  bool sends;
  struct partitioned *of; /* NULL: freed */
  int first_tag, parts;   /* the sender's */
  MPI_Count part_bytes;
};

/* Those of one side, in the order of their calls. */
struct waiting {
  struct table_node node; /* first: it is found as one */
  struct half *first, *last;
};

static struct table table;

static struct table_key key_of(const struct partitioned *p)
{
  return (struct table_key){(uint64_t)p->context << 32 | (uint32_t)p->tag,
                            (uint64_t)(uint32_t)p->from << 32 |
                                (uint32_t)p->to};
}

static struct half *half_new(struct partitioned *p)
{
  struct half *h = xmalloc(sizeof *h);
  *h = (struct half){.sends = p->sends,
                     .of = p,
                     .first_tag = p->first_tag,
                     .parts = p->parts,
                     .part_bytes = p->part_bytes};
  p->half = h;
  return h;
}

static void wait_for_other(struct waiting *w, struct partitioned *p)
{
  if (!w) {
    w = xcalloc(1, sizeof *w);
    w->node.key = key_of(p);
    table_add(&table, &w->node);
  }
  struct half *h = half_new(p);
  if (w->last)
    w->last->next = h;
  else
    w->first = h;
  w->last = h;
}

/* The one that waits longest. */
static struct half take_first(struct waiting *w)
{
  struct half *first = w->first, h = *first;
  w->first = h.next;
  free(first);
  if (w->first) return h;
  table_remove(&table, &w->node);
  free(w);
  return h;
}

static void parts_make(struct partitioned *p, int first_tag, int parts,
                       MPI_Count part_bytes)
{
  p->first_tag = first_tag;
  p->parts = parts;
  p->part_bytes = part_bytes;
  p->part = xcalloc(parts + 1, sizeof *p->part);
  for (int i = 0; i < parts; i++) {
    p->part[i].of = p;
    p->part[i].at = i * part_bytes;
  }
}

static void post(struct partitioned *);

/* The receiver learns what its sender sends. */
static void receiver_pair(struct partitioned *p, int first_tag, int parts,
                          MPI_Count part_bytes)
{
  p->half = NULL;
  parts_make(p, first_tag, parts, part_bytes);
  if (!p->type->contiguous) p->staged = xmalloc(parts * part_bytes + 1);
  if (p->started) post(p);
}

void partitioned_open(struct partitioned *p)
{
  struct waiting *w = (struct waiting *)table_find(&table, key_of(p));
  p2p_beside++;
  if (p->sends)
    parts_make(p, p2p_private_tags(p->count), p->count, partitioned_bytes(p));
  if (!w || w->first->sends == p->sends) {
    wait_for_other(w, p);
    return;
  }
  struct half other = take_first(w);
  if (!p->sends)
    receiver_pair(p, other.first_tag, other.parts, other.part_bytes);
  if (!other.of) return;
  other.of->half = NULL;
  if (p->sends) receiver_pair(other.of, p->first_tag, p->parts, p->part_bytes);
}

void partitioned_close(struct partitioned *p)
{
  p2p_beside--;
  if (p->half) p->half->of = NULL;
  free(p->part);
  free(p->staged);
}

/* --- the sender's parts --- */

static void part_done(struct partition *part)
{
  struct partitioned *p = part->of;
  part->done = true;
  if (--p->pending == 0) p->done(p);
}

static void part_sent(struct p2p_send *send)
{
  part_done(container_of(send, struct partition, send));
}

void partitioned_ready(struct partitioned *p, int i)
{
  struct partition *part = &p->part[i];
  part->ready = true;
  part->send = (struct p2p_send){
      .envelope = {p->context + 1, p->from, p->first_tag - i},
      .to = p->to,
      .buffer = p->buffer + i * p->elements * p->type->extent,
      .count = p->elements,
      .type = p->type,
      .mode = SEND_STANDARD,
      .done = part_sent,
  };
  rank_charge_issue(p2p_send_cost(p->elements, p->type));
  p2p_send_start(&part->send, self->time);
}

/* --- the receiver's --- */

static void part_received(struct p2p_recv *recv)
{
  struct partition *part = container_of(recv, struct partition, recv);
  struct partitioned *p = part->of;
  p->cost += p2p_recv_cost(recv->bytes, p->type);
  if (p->staged && recv->type) { /* of so many bytes that fit */
    moving_begin(explain_moving,
                 &(struct moving_message){.from = p->from, .to = p->to});
    datatype_unpack(p->buffer, p->count * p->elements, p->type, part->at,
                    recv->count, p->staged + part->at);
    moving_end();
  }
  part_done(part);
}

/* Bytes that do not fit are received into nothing, as are those for which the
 * program has no memory. */
static void post_part(struct partitioned *p, int i, double date)
{
  struct partition *part = &p->part[i];
  bool fits = part->at + p->part_bytes <= partitioned_room(p);
  MPI_Count left = p->fit - part->at;
  char *base = p->staged ? p->staged : p->buffer + p->type->true_lb;
  if (!fits) p->error = MPI_ERR_TRUNCATE;
  part->recv = (struct p2p_recv){
      .envelope = {p->context + 1, p->from, p->first_tag - i},
      .at = p->to,
      .buffer = base + part->at,
      .count = left < p->part_bytes ? left : p->part_bytes,
      .type = fits && left > 0 ? datatype_predefined(MPI_BYTE) : NULL,
      .done = part_received,
  };
  p2p_recv_start(&part->recv, date);
}

static void post(struct partitioned *p)
{
  double date = p->since < engine_now() ? engine_now() : p->since;
  p->pending = p->parts;
  p->error = 0;
  for (int i = 0; i < p->parts; i++)
    p->part[i].done = false;
  for (int i = 0; i < p->parts; i++)
    post_part(p, i, date);
  if (p->parts == 0) p->done(p);
}

struct part_range partitioned_range(const struct partitioned *p, int i)
{
  MPI_Count bytes = partitioned_bytes(p), each = p->part_bytes;
  if (!p->part || bytes == 0 || each == 0) return (struct part_range){0, 0};
  MPI_Count end = ((i + 1) * bytes - 1) / each + 1;
  return (struct part_range){i * bytes / each, end < p->parts ? end : p->parts};
}

bool partitioned_arrived(const struct partitioned *p, int i)
{
  struct part_range range = partitioned_range(p, i);
  if (!p->part) return false;
  if (!p->started) return true;
  for (MPI_Count k = range.first; k < range.end; k++)
    if (!p->part[k].done) return false;
  return true;
}

/* --- both --- */

void partitioned_start(struct partitioned *p)
{
  p->started = true;
  p->since = self->time;
  p->cost = 0;
  if (!p->sends) {
    if (p->part) post(p);
    return;
  }
  p->pending = p->parts;
  for (int i = 0; i < p->parts; i++)
    p->part[i].ready = p->part[i].done = false;
  if (p->parts == 0) p->done(p);
}
