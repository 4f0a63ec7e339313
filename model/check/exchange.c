/* Blocks of collectives that only two members describe, as MPI_Alltoallv's.
 *
 * The first description is kept until the second comes: with p ranks half of
 * p x p at once, so what is kept of one is two numbers, of what it holds and
 * of who told. They lie in rows, pieces of what one member sends. Who has
 * nothing to say of a block is silent: what is left when all members have made
 * the call has one side only. Invariant: a piece has an entry for each block
 * that one of the two has told, and a call counts them; an entry counts for the
 * shape that it names. */
#include "label.h"
#include "rules.h"
#include "spot.h"
#include "types.h"

#include "../comm/comm.h"
#include "../datatype/datatype.h"
#include "../hash.h"
#include "../memory.h"
#include "../pool.h"

#include <stdio.h>
#include <string.h>

/* --- what a block holds --- */

struct shape {
  struct hash_node node; /* by type and count */
  uint32_t index, uses;
  struct observed_data data; /* holds a reference to its type */
  struct shape *spare;       /* the next that is not used */
};

static struct {
  struct hash hash;
  struct shape **at; /* by index */
  uint32_t count;
  struct shape *spare, *last;
} shapes;

static struct shape *shape_take(void)
{
  struct shape *s = shapes.spare;
  if (s) {
    shapes.spare = s->spare;
    return s;
  }
  s = xcalloc(1, sizeof *s);
  s->index = shapes.count++;
  shapes.at = xgrow(shapes.at, s->index, sizeof s);
  shapes.at[s->index] = s;
  return s;
}

static uint32_t shape_use(const struct observed_data *d)
{
  struct hash_key key = {(uint64_t)(uintptr_t)d->type, (uint64_t)d->count};
  struct shape *s = shapes.last;
  if (!s || s->data.type != d->type || s->data.count != d->count)
    s = hash_find(&shapes.hash, key);
  if (!s) {
    s = shape_take();
    s->node.key = key;
    s->data = *d;
    s->uses = 0;
    datatype_ref(d->type);
    hash_add(&shapes.hash, &s->node);
  }
  s->uses++;
  shapes.last = s;
  return s->index;
}

static void shape_leave(uint32_t index)
{
  struct shape *s = shapes.at[index];
  if (--s->uses > 0) return;
  hash_take(&shapes.hash, s->node.key);
  datatype_unref((struct datatype *)s->data.type);
  if (shapes.last == s) shapes.last = NULL;
  s->spare = shapes.spare;
  shapes.spare = s;
}

/* --- who told of it --- */

struct place {
  struct hash_node node; /* by what is in `by`, but for the rank */
  uint32_t index;
  struct spot by;
};

static struct {
  struct hash hash;
  struct place **at; /* by index */
  uint32_t count;
  struct place *last;
} places;

static uint32_t place_of(const struct observed_block *e)
{
  struct hash_key key = {(uint64_t)(uintptr_t)e->site,
                         (uint64_t)(uintptr_t)e->call |
                             (uint64_t)e->strand.number << 48};
  struct place *p = places.last;
  if (!p || p->node.key.one != key.one || p->node.key.two != key.two)
    p = hash_find(&places.hash, key);
  if (!p) {
    p = xmalloc(sizeof *p);
    *p = (struct place){{.key = key}, places.count++, SPOT(e)};
    places.at = xgrow(places.at, p->index, sizeof p);
    places.at[p->index] = p;
    hash_add(&places.hash, &p->node);
  }
  places.last = p;
  return p->index;
}

/* --- calls --- */

struct call {
  struct hash_node node; /* by the communicator's collective */
  uint32_t open;         /* blocks that one side has told */
  int most;              /* nth that there is */
};

static struct pool calls = {.size = sizeof(struct call)};
static struct hash calls_kept;
static struct call *last_call;

static struct hash_key call_key(const struct comm *comm, uint32_t number)
{
  return (struct hash_key){.one = (uint64_t)comm->context << 32 | number};
}

static struct call *call_of(const struct observed_block *e)
{
  struct hash_key key = call_key(comm_all(e->comm)->comm, e->number);
  struct call *c = last_call;
  if (!c || c->node.key.one != key.one) c = hash_find(&calls_kept, key);
  if (!c) {
    c = pool_take(&calls);
    *c = (struct call){.node.key = key};
    hash_add(&calls_kept, &c->node);
  }
  return last_call = c;
}

/* --- rows --- */

enum { PIECE = 32 };                                 /* entries */
enum { NTH_AT = 52, NTH_MOST = 1 << (64 - NTH_AT) }; /* ranks are < 2^20 */

/* Shape and who told: its index plus 1. All zero: nobody has. */
struct half {
  uint32_t shape : 31;
  uint32_t by_sender : 1;
  uint32_t place;
};

struct piece {
  struct hash_node node; /* by the communicator's collective, and whose */
  unsigned used;
  struct half to[PIECE];
};

static struct pool pieces = {.size = sizeof(struct piece)};
static struct hash pieces_kept;

/* Of the nth blocks between ranks. */
static struct hash_key piece_key(const struct comm *comm, uint32_t number,
                                 int from, int to, int nth)
{
  struct hash_key key = call_key(comm, number);
  key.two = (uint64_t)(uint32_t)from << 32 | (uint32_t)to / PIECE |
            (uint64_t)(uint32_t)nth << NTH_AT;
  return key;
}

static struct piece *piece_of(const struct observed_block *e)
{
  struct hash_key key =
      piece_key(comm_all(e->comm)->comm, e->number, e->from, e->to, e->nth);
  struct piece *p = hash_find(&pieces_kept, key);
  if (p) return p;
  p = pool_take(&pieces);
  memset(p, 0, sizeof *p);
  p->node.key = key;
  hash_add(&pieces_kept, &p->node);
  return p;
}

/* The entry counts no more. */
static void half_leave(struct piece *p, struct half *h)
{
  shape_leave(h->shape - 1);
  *h = (struct half){0};
  if (--p->used > 0) return;
  hash_take(&pieces_kept, p->node.key);
  pool_give(&pieces, p);
}

/* --- the two --- */

static int world_of(const struct comm_view *v, int rank)
{
  return group_world(comm_all(v)->comm->group, rank);
}

/* As its group numbers it. */
static int number_of(const struct comm_view *v, int rank)
{
  const struct comm *c = v->comm;
  int first = v->both ? group_size(c->side == 0 ? c->group : c->remote) : 0;
  return v->both && rank >= first ? rank - first : rank;
}

/* "from rank 2 to rank 0 on MPI_COMM_WORLD" */
static const char *way_text(const struct comm_view *v, int from, int to,
                            char *text, size_t size)
{
  char label[160];
  snprintf(text, size, "from rank %d to rank %d %son %s", number_of(v, from),
           number_of(v, to), v->both ? "of the other group " : "",
           comm_label(v, label, sizeof label));
  return text;
}

static const char *block_name(int nth, const char *article, char *name,
                              size_t size)
{
  if (nth)
    snprintf(name, size, "block %d", nth + 1);
  else
    snprintf(name, size, "%s block", article);
  return name;
}

static void report(const struct observed_block *e, const struct half *h,
                   const struct observed_data *data)
{
  struct report r = {.rule = RULE_COLLECTIVE, .date = e->date, .sides = 2};
  struct spot by = SPOT(e), other = places.at[h->place]->by;
  char text[256], types[2][64], block[32];
  other.rank = world_of(e->comm, h->by_sender ? e->from : e->to);
  types_text(data, types[0], sizeof types[0]);
  types_text(&e->data, types[1], sizeof types[1]);
  spot_side(&other, types[0], &r.side[0]);
  spot_side(&by, types[1], &r.side[1]);
  snprintf(r.headline, sizeof r.headline, "different types in %s %s",
           block_name(e->nth, "the", block, sizeof block),
           way_text(e->comm, e->from, e->to, text, sizeof text));
  snprintf(r.advice, sizeof r.advice,
           "Both must name the same basic types, as many of each.");
  report_add(&r);
}

/* Sizes that differ are found when the block arrives. */
static void compare(const struct observed_block *e, const struct half *h)
{
  const struct observed_data *data = &shapes.at[h->shape - 1]->data;
  MPI_Count bytes = data->count * data->type->size;
  if (bytes == e->data.count * e->data.type->size &&
      !types_equal(data, &e->data))
    report(e, h, data);
}

static void on_block(struct observer *o, const struct observed_block *e)
{
  (void)o;
  if (e->nth >= NTH_MOST) return;
  struct call *c = call_of(e);
  struct piece *p = piece_of(e);
  struct half *h = &p->to[e->to % PIECE];
  if (e->nth > c->most) c->most = e->nth;
  if (!h->shape) {
    h->shape = shape_use(&e->data) + 1;
    h->by_sender = !e->received;
    h->place = place_of(e);
    p->used++;
    c->open++;
    return;
  }
  compare(e, h);
  half_leave(p, h);
  c->open--;
}

/* --- the one --- */

static void report_lone(const struct observed_collective *e,
                        const struct half *h, int from, int to, int nth)
{
  struct report r = {.rule = RULE_COLLECTIVE, .date = e->date, .sides = 1};
  struct spot by = places.at[h->place]->by;
  char text[256], block[32];
  by.rank = world_of(e->comm, h->by_sender ? from : to);
  types_text(&shapes.at[h->shape - 1]->data, text, sizeof text);
  spot_side(&by, text, &r.side[0]);
  snprintf(r.headline, sizeof r.headline, "%s %s that rank %d does not %s",
           block_name(nth, "a", block, sizeof block),
           way_text(e->comm, from, to, text, sizeof text),
           number_of(e->comm, h->by_sender ? to : from),
           h->by_sender ? "expect" : "send");
  snprintf(r.advice, sizeof r.advice,
           "Both must name the same basic types, as many of each.");
  report_add(&r);
}

static void end_row(const struct observed_collective *e, int from, int to,
                    int nth, bool agree)
{
  struct hash_key key =
      piece_key(comm_all(e->comm)->comm, e->number, from, to, nth);
  struct piece *p = hash_find(&pieces_kept, key);
  unsigned left = p ? p->used : 0;
  for (int i = 0; i < PIECE && left > 0; i++) {
    if (!p->to[i].shape) continue;
    if (agree) report_lone(e, &p->to[i], from, to + i, nth);
    left--;
    half_leave(p, &p->to[i]);
  }
}

void exchange_end(const struct observed_collective *e, bool agree)
{
  struct hash_key key = call_key(comm_all(e->comm)->comm, e->number);
  struct call *c = hash_take(&calls_kept, key);
  int size = group_size(comm_all(e->comm)->comm->group);
  if (!c) return;
  if (last_call == c) last_call = NULL;
  if (c->open > 0)
    for (int from = 0; from < size; from++)
      for (int to = 0; to < size; to += PIECE)
        for (int nth = 0; nth <= c->most; nth++)
          end_row(e, from, to, nth, agree);
  pool_give(&calls, c);
}

static struct observer observer = {.block = on_block};

void exchange_open(void)
{
  observer_add(&observer);
}
