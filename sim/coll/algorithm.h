/* What the algorithms of the collectives share: the arguments of a call, its
 * scratch memory, and where a rank's block lies.
 *
 * Invariant: a `struct coll` owns a reference to each of its types, its op and
 * its view, and its scratch, from coll_prepare to coll_release. Buffers are the
 * program's, which must leave them alone meanwhile, and so are arrays until
 * coll_keep_arrays copies them. */
#ifndef ORIEL_ALGORITHM_H
#define ORIEL_ALGORITHM_H

#include "../p2p/p2p.h"
#include "schedule.h"
#include "select.h"

/* An array argument: int in the plain calls, 64 bit in the _c ones. So are
 * handles. */
struct list {
  const void *at;    /* NULL: there is none */
  const void *given; /* the program's, of which that may be a copy */
  bool wide;
};

static inline MPI_Count list_get(struct list l, int i)
{
  return l.wide ? ((const MPI_Count *)l.at)[i] : ((const int *)l.at)[i];
}

/* One side's blocks, one per rank: uniform (block i at i x count elements), or
 * by arrays (block i at displacement i, in extents, or in bytes where each
 * has its own type). */
struct blocks {
  const struct datatype *type;
  char *base;
  MPI_Count count;
  struct list counts, displs;
  const struct datatype **types; /* of MPI_Alltoallw and its like */
  struct list handles;           /* of those */
  int entries;                   /* of each array that there is */
  const int *peers; /* on a grid, while the call is checked: whose they are */
};

struct scratch;
enum { COLL_SMALL = 16, COLL_WORD = 8 };

struct coll {
  struct schedule schedule; /* first: stages find it */
  struct scratch *scratch;
  /* The algorithms' own. */
  MPI_Count *prefix; /* elements before segment i */
  int low, high;     /* range of chunks */
  bool finished;
  uint8_t small_used; /* as scratch: one of so many bytes, or two words */
  /* What each step of a reduction needs, in one cache line. */
  char *work, *incoming; /* typed or packed; see each */
  _Alignas(16) char small[COLL_SMALL];
  MPI_Count filled; /* bytes of `work`, or elements */
  /* The arguments of the call begin here. */
  const struct op *op;
  MPI_Datatype handle; /* the type's, for a user's op */
  struct blocks send, recv;
  bool in_place;
  int root;            /* in an intercommunicator: 0, which leads its group */
  int far_root;        /* there: MPI_ROOT, MPI_PROC_NULL, or a remote rank */
  uint32_t starts;     /* so far */
  const char *changed; /* an array that is not as it was kept; or NULL */
  struct spare *spare; /* in place of what it writes (buffers.c); or NULL */
};

static inline struct coll *coll_of(struct schedule *s)
{
  return (struct coll *)s;
}

/* The arguments of a draft; the rest is zero. */
void coll_take_draft(struct coll *, const struct coll *draft);
/* Take references and the collective's number. */
void coll_prepare(struct coll *, struct comm_view *, enum collective);
/* Its call returns before it is over, and the program's arrays may be gone
 * then, by mistake. */
void coll_keep_arrays(struct coll *);
/* Choose an algorithm, make its scratch, and run: see schedule_start and
 * schedule_run. May be repeated when it is done. */
void coll_start(struct coll *, void (*done)(struct schedule *));
void coll_run(struct coll *);
void coll_release(struct coll *);

/* Blocks of rank i. */
MPI_Count block_count(const struct blocks *, int i);
const struct datatype *block_type(const struct blocks *, int i);
char *block_at(const struct blocks *, int i);
MPI_Count block_bytes(const struct blocks *, int i);

/* Scratch for `count` elements of a type, addressed like a buffer argument;
 * for bytes. */
char *coll_typed(struct coll *, MPI_Count count, const struct datatype *);
/* The same next to what each step of a reduction needs, NULL: no room there. */
char *coll_near(struct coll *, MPI_Count count, const struct datatype *);
char *coll_bytes(struct coll *, MPI_Count bytes);
/* MPI_BYTE. */
const struct datatype *coll_byte(void);

/* Steps on blocks: to or from `packed` bytes, between the two sides. */
void coll_pack_block(struct coll *, char *packed, const struct blocks *, int i);
void coll_unpack_block(struct coll *, const struct blocks *, int i,
                       const char *packed);
/* Own block of the send side to a block of the receive side, which must be of
 * one size; only that. */
void coll_copy_own(struct coll *, int from, int to);
void coll_compare_own(struct coll *, int from, int to);
void coll_send_block(struct coll *, int peer, const struct blocks *, int i);
void coll_recv_block(struct coll *, int peer, const struct blocks *, int i);

/* How far this rank is behind the root, and who is so far. */
static inline int coll_from_root(const struct coll *c)
{
  const struct schedule *s = &c->schedule;
  return (s->rank - c->root + s->size) % s->size;
}
static inline int coll_to_rank(const struct coll *c, int v)
{
  return (v + c->root) % c->schedule.size;
}
/* The largest power of two that divides v; for 0 the least one >= size. */
int coll_span(int v, int size);
/* The largest power of two <= size. */
static inline int coll_power(int size)
{
  return 1 << (31 - __builtin_clz((unsigned)size));
}
/* What select_algorithm asks of a reduction of `count` elements. */
unsigned coll_traits(const struct coll *, MPI_Count count);

/* Reductions (reduce_steps.c). `work` holds this rank's partial result,
 * `incoming` another's, both of `filled` elements of the send side's type. */
void coll_accumulate(struct coll *, MPI_Count count, void *home);
/* work = incoming op work; work = work op incoming. */
void coll_combine_lower(struct coll *);
void coll_combine_higher(struct coll *);
void coll_send_work(struct coll *, int peer);
void coll_recv_incoming(struct coll *, int peer);
char *coll_element(const struct coll *, char *base, MPI_Count i);
/* Elements of `work` to the receive buffer, where they are not there. */
void coll_deliver(struct coll *, MPI_Count from, MPI_Count count);
/* Send from, or receive into, `base` the elements of chunks [from, to). */
void coll_chunks(struct coll *, bool send, int peer, int from, int to,
                 char *base);

/* Stages that several reductions use. Those that need a power of two of ranks,
 * its members, fold the first pairs of ranks into their odd one before. */
bool reduce_round(struct schedule *); /* binomial, to root or to rank 0 */
bool fold_round(struct schedule *);
bool halving_round(struct schedule *); /* then member i holds chunk i */
static inline int fold_pairs(const struct schedule *s)
{
  return s->size - coll_power(s->size);
}
static inline int fold_member(const struct schedule *s) /* -1: folded away */
{
  int pairs = fold_pairs(s);
  if (s->rank >= 2 * pairs) return s->rank - pairs;
  return s->rank % 2 ? s->rank / 2 : -1;
}
static inline int fold_rank(const struct schedule *s, int member)
{ /* the reverse */
  int pairs = fold_pairs(s);
  return member < pairs ? 2 * member + 1 : member + pairs;
}
int fold_partner(const struct schedule *); /* the other of the pair, or -1 */
/* Elements before segment i of a reduce_scatter. */
MPI_Count segment_at(const struct coll *, int i);

/* A barrier by a tree: everybody tells rank 0, rank 0 tells everybody. */
bool barrier_up_round(struct schedule *);
bool barrier_down_round(struct schedule *);
/* Rank 0 gives each rank its segment of `work`. */
bool segments_out_round(struct schedule *);
/* The elements of all segments; those before each are noted. */
MPI_Count segments_total(struct coll *);

/* Choose stages and make scratch, one per family. */
void choose_bcast(struct coll *);
void choose_gather(struct coll *);
void choose_scatter(struct coll *);
void choose_allgather(struct coll *);
void choose_alltoall(struct coll *);
void choose_reduce(struct coll *);
void choose_allreduce(struct coll *);
void choose_reduce_scatter(struct coll *);
void choose_scan(struct coll *);
void choose_barrier(struct coll *);
void choose_neighbor(struct coll *);
void choose_inter(struct coll *); /* all, on an intercommunicator */

#endif
