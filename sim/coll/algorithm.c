/* What the algorithms of the collectives share. */
#include "algorithm.h"
#include "step.h"
#include "told.h"

#include "../../model/memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct scratch {
  struct scratch *next;
  max_align_t memory[];
};

enum { LINE = 64 };
_Static_assert(offsetof(struct coll, work) % LINE == 0 &&
                   offsetof(struct coll, send.type) / LINE ==
                       offsetof(struct coll, work) / LINE,
               "what each step of a reduction needs is one cache line");

/* --- life of a call --- */

typedef void choose(struct coll *);

static choose *const choices[COLLECTIVES] = {
    [COLL_BARRIER] = choose_barrier,
    [COLL_BCAST] = choose_bcast,
    [COLL_GATHER] = choose_gather,
    [COLL_GATHERV] = choose_gather,
    [COLL_SCATTER] = choose_scatter,
    [COLL_SCATTERV] = choose_scatter,
    [COLL_ALLGATHER] = choose_allgather,
    [COLL_ALLGATHERV] = choose_allgather,
    [COLL_ALLTOALL] = choose_alltoall,
    [COLL_ALLTOALLV] = choose_alltoall,
    [COLL_ALLTOALLW] = choose_alltoall,
    [COLL_REDUCE] = choose_reduce,
    [COLL_ALLREDUCE] = choose_allreduce,
    [COLL_REDUCE_SCATTER] = choose_reduce_scatter,
    [COLL_REDUCE_SCATTER_BLOCK] = choose_reduce_scatter,
    [COLL_SCAN] = choose_scan,
    [COLL_EXSCAN] = choose_scan,
    [COLL_NEIGHBOR_ALLGATHER] = choose_neighbor,
    [COLL_NEIGHBOR_ALLGATHERV] = choose_neighbor,
    [COLL_NEIGHBOR_ALLTOALL] = choose_neighbor,
    [COLL_NEIGHBOR_ALLTOALLV] = choose_neighbor,
    [COLL_NEIGHBOR_ALLTOALLW] = choose_neighbor,
};

static void blocks_ref(struct blocks *b)
{
  if (b->type) datatype_ref(b->type);
  for (int i = 0; b->types && i < b->entries; i++)
    if (b->types[i]) datatype_ref(b->types[i]);
}

static void list_keep(struct list *l, int entries)
{
  size_t each = l->wide ? sizeof(MPI_Count) : sizeof(int);
  if (l->at) l->at = xmemdup(l->at, (size_t)entries * each);
}

static void list_drop(struct list *l)
{
  if (l->given && l->at != l->given) free((void *)l->at);
}

static void blocks_keep(struct blocks *b)
{
  list_keep(&b->counts, b->entries);
  list_keep(&b->displs, b->entries);
  list_keep(&b->handles, b->entries);
}

static void blocks_unref(struct blocks *b, enum collective kind)
{
  if (b->type) datatype_unref((struct datatype *)b->type);
  list_drop(&b->counts);
  list_drop(&b->displs);
  list_drop(&b->handles);
  if (kind != COLL_ALLTOALLW && kind != COLL_NEIGHBOR_ALLTOALLW) return;
  for (int i = 0; b->types && i < b->entries; i++)
    if (b->types[i]) datatype_unref((struct datatype *)b->types[i]);
  free(b->types);
}

void coll_take_draft(struct coll *c, const struct coll *draft)
{
  enum { OTHERS = offsetof(struct coll, scratch) };
  enum { ARGUMENTS = offsetof(struct coll, op) };
  memset((char *)c + OTHERS, 0, ARGUMENTS - OTHERS);
  memcpy((char *)c + ARGUMENTS, (const char *)draft + ARGUMENTS,
         sizeof *c - ARGUMENTS);
}

void coll_prepare(struct coll *c, struct comm_view *view, enum collective kind)
{
  schedule_init(&c->schedule, view, kind, NULL);
  comm_view_ref(view);
  blocks_ref(&c->send);
  blocks_ref(&c->recv);
  if (c->op) op_ref(c->op);
  coll_told_arguments(&c->schedule, c);
}

void coll_keep_arrays(struct coll *c)
{
  blocks_keep(&c->send);
  blocks_keep(&c->recv);
}

static void scratch_free(struct coll *c)
{
  for (struct scratch *s = c->scratch, *next; s; s = next) {
    next = s->next;
    free(s);
  }
  c->scratch = NULL;
  c->small_used = 0;
  c->work = c->incoming = NULL;
  c->prefix = NULL;
}

static void begin(struct coll *c)
{
  scratch_free(c);
  c->filled = 0;
  c->low = c->high = 0;
  c->finished = false;
  schedule_rewind(&c->schedule);
  if (c->schedule.view->comm->remote)
    choose_inter(c);
  else
    choices[c->schedule.kind](c);
}

void coll_start(struct coll *c, void (*done)(struct schedule *))
{
  begin(c);
  schedule_start(&c->schedule, done);
}

void coll_run(struct coll *c)
{
  begin(c);
  schedule_run(&c->schedule);
}

void coll_release(struct coll *c)
{
  scratch_free(c);
  blocks_unref(&c->send, c->schedule.kind);
  blocks_unref(&c->recv, c->schedule.kind);
  if (c->op) op_unref((struct op *)c->op);
  comm_view_unref(c->schedule.view);
}

/* --- blocks --- */

MPI_Count block_count(const struct blocks *b, int i)
{
  return b->counts.at ? list_get(b->counts, i) : b->count;
}

const struct datatype *block_type(const struct blocks *b, int i)
{
  return b->types ? b->types[i] : b->type;
}

/* Behind MPI_BOTTOM, too, which is NULL: no sum of pointers. */
char *block_at(const struct blocks *b, int i)
{
  if (!b->displs.at) return b->base + i * b->count * b->type->extent;
  MPI_Count displ = list_get(b->displs, i);
  if (!b->types) displ *= b->type->extent;
  return (char *)((uintptr_t)b->base + (uintptr_t)displ);
}

MPI_Count block_bytes(const struct blocks *b, int i)
{
  MPI_Count count = block_count(b, i);
  return count ? count * block_type(b, i)->size : 0;
}

/* --- scratch --- */

static char *small_new(struct coll *c, MPI_Count bytes)
{
  if (bytes > COLL_SMALL - c->small_used) return NULL;
  char *at = c->small + c->small_used;
  c->small_used += bytes > COLL_WORD ? COLL_SMALL : COLL_WORD;
  return at;
}

static char *scratch_new(struct coll *c, MPI_Count bytes)
{
  char *small = small_new(c, bytes);
  if (small) return small;
  struct scratch *s = xmalloc(sizeof *s + (bytes > 0 ? bytes : 1));
  s->next = c->scratch;
  c->scratch = s;
  return (char *)s->memory;
}

char *coll_bytes(struct coll *c, MPI_Count bytes)
{
  return scratch_new(c, bytes);
}

char *coll_typed(struct coll *c, MPI_Count count, const struct datatype *type)
{
  MPI_Count low, high;
  datatype_span(count, type, &low, &high);
  return scratch_new(c, high - low) - low;
}

char *coll_near(struct coll *c, MPI_Count count, const struct datatype *type)
{
  MPI_Count low, high;
  datatype_span(count, type, &low, &high);
  char *at = small_new(c, high - low);
  return at ? at - low : NULL;
}

const struct datatype *coll_byte(void)
{
  return datatype_predefined(MPI_BYTE);
}

/* --- steps on blocks --- */

void coll_pack_block(struct coll *c, char *packed, const struct blocks *b,
                     int i)
{
  MPI_Count bytes = block_bytes(b, i);
  if (bytes)
    schedule_copy(&c->schedule, packed, bytes, coll_byte(), block_at(b, i),
                  block_count(b, i), block_type(b, i));
}

void coll_unpack_block(struct coll *c, const struct blocks *b, int i,
                       const char *packed)
{
  MPI_Count bytes = block_bytes(b, i);
  if (bytes)
    schedule_copy(&c->schedule, block_at(b, i), block_count(b, i),
                  block_type(b, i), packed, bytes, coll_byte());
}

void coll_compare_own(struct coll *c, int from, int to)
{
  MPI_Count sent = block_bytes(&c->send, from);
  MPI_Count expected = block_bytes(&c->recv, to);
  if (sent != expected)
    step_misfit(&c->schedule, c->schedule.owner->id, sent, expected);
}

void coll_copy_own(struct coll *c, int from, int to)
{
  const struct blocks *s = &c->send, *r = &c->recv;
  coll_compare_own(c, from, to);
  if (block_bytes(s, from) && block_bytes(r, to))
    schedule_copy(&c->schedule, block_at(r, to), block_count(r, to),
                  block_type(r, to), block_at(s, from), block_count(s, from),
                  block_type(s, from));
}

void coll_send_block(struct coll *c, int peer, const struct blocks *b, int i)
{
  if (block_bytes(b, i))
    schedule_send(&c->schedule, peer, block_at(b, i), block_count(b, i),
                  block_type(b, i));
}

void coll_recv_block(struct coll *c, int peer, const struct blocks *b, int i)
{
  if (block_bytes(b, i))
    schedule_recv(&c->schedule, peer, block_at(b, i), block_count(b, i),
                  block_type(b, i));
}

int coll_span(int v, int size)
{
  int span = 1;
  while (v ? !(v & span) : span < size)
    span *= 2;
  return span;
}

unsigned coll_traits(const struct coll *c, MPI_Count count)
{
  return (c->op->commutes ? TRAIT_COMMUTATIVE : 0) |
         (count >= c->schedule.size ? TRAIT_ELEMENTS : 0);
}
