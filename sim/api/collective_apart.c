/* Buffers of a collective that share bytes where they must not: those it sends
 * from with those it receives into, and what comes from one rank with what
 * comes from another. [MPI-4.1 2.3, 5.1.11, 6.5 - 6.8]
 *
 * Whole sides are compared first, from their first byte to their last, and then
 * their blocks, sorted by where they begin. That tells all about blocks without
 * gaps. Whether those with gaps meet takes longer to find out than to move
 * them: a checker wants to know; else they do if they begin at one place. */
#include "collective.h"

#include "../../model/memory.h"
#include "../rank/observed.h"

#include <stdio.h>
#include <stdlib.h>

int fault_same(const char *argument)
{
  return fault(MPI_ERR_BUFFER,
               ": sendbuf and recvbuf are the same; pass MPI_IN_PLACE as %s "
               "[MPI-4.1 6.2.1]",
               argument);
}

int fault_overlap(void)
{
  return fault(MPI_ERR_BUFFER, ": sendbuf and recvbuf overlap; they must be "
                               "disjoint [MPI-4.1 2.3]");
}

/* What a buffer touches, from its first byte to its last. */
struct place {
  const char *low, *high;
  int owner;  /* the rank, of what is received; or SENT */
  bool dense; /* all bytes between them */
};
enum { SENT = -1 };
enum { NONE = -1 }; /* of the blocks */

/* False: nothing. */
static bool place_of(const struct buffer *b, int owner, struct place *p)
{
  MPI_Count low, high;
  if (!b->count || !b->type->size) return false;
  if (!datatype_span(b->count, b->type, &low, &high)) return false;
  const char *at = b->base;
  *p = (struct place){at + low, at + high, owner, b->type->contiguous};
  return true;
}

static bool meet(const struct place *a, const struct place *b)
{
  return a->low < b->high && b->low < a->high;
}

/* A block; one of no bytes, or of nobody, has no elements. */
static struct buffer block_buffer(const struct blocks *b, int i)
{
  bool there = !b->peers || b->peers[i] != MPI_PROC_NULL;
  if (!there || block_bytes(b, i) == 0) return (struct buffer){0};
  return (struct buffer){block_at(b, i), block_count(b, i), block_type(b, i)};
}

/* All n blocks of a side, if they are alike. */
static struct buffer whole(const struct blocks *b, int n)
{
  return (struct buffer){b->base, n * b->count, b->type};
}

static bool place_of_all(const struct blocks *b, int n, struct place *all)
{
  struct buffer alike = whole(b, n);
  if (!b->counts.at) return place_of(&alike, SENT, all);
  *all = (struct place){.dense = true};
  for (int i = 0; i < n; i++) {
    struct buffer block = block_buffer(b, i);
    struct place p;
    if (!place_of(&block, i, &p)) continue;
    if (!all->high || p.low < all->low) all->low = p.low;
    if (p.high > all->high) all->high = p.high;
  }
  return all->high;
}

/* --- blocks --- */

struct gathered {
  struct owned *buffers;
  struct place *places;
  int count;
};

/* All blocks of a side but one. */
static void gather(struct gathered *g, const struct blocks *b, int n,
                   int without, bool sent)
{
  g->buffers = xrealloc(g->buffers, (g->count + n + 1) * sizeof *g->buffers);
  g->places = xrealloc(g->places, (g->count + n + 1) * sizeof *g->places);
  for (int i = 0; i < n; i++) {
    struct owned o = {block_buffer(b, i), sent ? SENT : i};
    if (i == without || !place_of(&o.buffer, o.owner, &g->places[g->count]))
      continue;
    g->buffers[g->count++] = o;
  }
}

static int by_place(const void *a, const void *b)
{
  const struct place *x = a, *y = b;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return (x->owner > y->owner) - (x->owner < y->owner);
}

static bool share(int a, int b, int pair[2])
{
  pair[0] = a;
  pair[1] = b;
  return a != b;
}

static bool places_share(struct place *all, int n, int pair[2])
{
  const struct place *reach = NULL; /* of the dense ones, the furthest */
  qsort(all, (size_t)n, sizeof *all, by_place);
  for (int i = 0; i < n; i++) {
    const struct place *p = &all[i];
    if (i && p->low == p[-1].low && share(p->owner, p[-1].owner, pair))
      return true;
    if (!p->dense) continue;
    if (reach && p->low < reach->high && share(p->owner, reach->owner, pair))
      return true;
    if (!reach || p->high > reach->high) reach = p;
  }
  return false;
}

/* Two owners that share a byte; empties what was gathered. */
static bool gathered_share(struct gathered *g, int pair[2])
{
  bool found = places_share(g->places, g->count, pair);
  if (!found && observers_hear.buffer)
    found = owners_meet(g->buffers, (size_t)g->count, pair);
  free(g->buffers);
  free(g->places);
  return found;
}

bool sides_meet(const struct blocks *send, int out, const struct blocks *recv,
                int in)
{
  struct gathered g = {0};
  struct place from, to;
  int pair[2];
  if (!place_of_all(send, out, &from) || !place_of_all(recv, in, &to) ||
      !meet(&from, &to))
    return false;
  if (!send->counts.at && !recv->counts.at) {
    struct buffer sent = whole(send, out), received = whole(recv, in);
    return buffers_meet(&sent, &received);
  }
  gather(&g, send, out, NONE, true);
  gather(&g, recv, in, NONE, false);
  return gathered_share(&g, pair);
}

/* --- what is received --- */

int check_entries(const struct blocks *b, int n)
{
  bool found = false;
  for (int i = 0; i < n && !found; i++) {
    struct buffer block = block_buffer(b, i);
    found = block.count && datatype_overlaps(block.count, block.type);
    if (!b->counts.at && block.count) break; /* as are the others */
  }
  if (!found) return 0;
  return fault(MPI_ERR_TYPE, ": entries of the receive type overlap [MPI-4.1 "
                             "5.1.11]");
}

static int check_alike(const struct blocks *b, int n, const char *whose,
                       const char *section)
{
  if (!datatype_overlaps(n * b->count, b->type)) return 0;
  return fault(MPI_ERR_BUFFER,
               ": the blocks of the %s in recvbuf overlap, as the extent of "
               "recvtype is %lld bytes; what comes from each needs its own "
               "place [MPI-4.1 %s]",
               whose, (long long)b->type->extent, section);
}

static bool in_order(const struct blocks *b, int n, int without)
{
  struct place p, last = {0};
  for (int i = 0; i < n; i++) {
    struct buffer block = block_buffer(b, i);
    if (i == without || !place_of(&block, i, &p)) continue;
    if (p.low < last.high) return false;
    last = p;
  }
  return true;
}

int check_received(const struct blocks *b, int n, const char *whose,
                   const char *section)
{
  int pair[2], error = check_entries(b, n);
  if (error || n == 0) return error;
  if (!b->counts.at && !b->peers) return check_alike(b, n, whose, section);
  if (in_order(b, n, NONE)) return 0;
  struct gathered g = {0};
  gather(&g, b, n, NONE, false);
  if (!gathered_share(&g, pair)) return 0;
  return fault(MPI_ERR_BUFFER,
               ": the blocks of %s %d and %d in recvbuf overlap; what comes"
               " from each needs its own place [MPI-4.1 %s]",
               whose, pair[pair[0] > pair[1]], pair[pair[0] < pair[1]],
               section);
}

/* --- what is sent --- */

/* Nothing goes wrong by it, and MPI rules it out all the same. A checker wants
 * to know where the types have gaps, too, as gathered_share() does. */
void tell_read_twice(const struct blocks *b, int n, int without)
{
  struct gathered g = {0};
  char sentence[160];
  int pair[2];
  if (!observers_hear.error || in_order(b, n, without)) return;
  gather(&g, b, n, without, false);
  if (!gathered_share(&g, pair)) return;
  snprintf(sentence, sizeof sentence,
           ": the blocks of ranks %d and %d in sendbuf overlap; nothing there "
           "may be read more than once [MPI-4.1 6.6]",
           pair[pair[0] > pair[1]], pair[pair[0] < pair[1]]);
  call_misused(self->call, sentence);
}
