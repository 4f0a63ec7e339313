/* Small blocks in a hash by where they begin, the others in a treap: in the
 * order of addresses, a heap by priority.
 *
 * Programs have hundreds of thousands of small blocks, and a search among so
 * many meets a dozen that no cache holds. A small block lies in the bucket of
 * its granule, which has room for few; what holds a byte begins in the byte's
 * granule or in the one before. */
#include "blocks.h"

#include "../../model/memory.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
  GRANULE_BITS = 8,
  SMALL = 1 << GRANULE_BITS, /* the largest of the small ones */
  LINE_BITS = 3,             /* so many granules in a row are neighbours */
  FIRST_BITS = 12
};

static struct {
  struct block **heads;
  unsigned bits; /* of the number of heads */
  size_t count;  /* of blocks; less than heads */
} small;

static struct block *root; /* of the others */

/* --- the hash --- */

static uintptr_t granule_of(const char *at)
{
  return (uintptr_t)at >> GRANULE_BITS;
}

static struct block **bucket_of(uintptr_t granule)
{
  uint64_t line = (uint64_t)(granule >> LINE_BITS) * 0x9e3779b97f4a7c15u >>
                  (64 + LINE_BITS - small.bits);
  return &small.heads[line << LINE_BITS | (granule & ((1u << LINE_BITS) - 1))];
}

static void small_put(struct block *b)
{
  struct block **head = bucket_of(granule_of(b->from));
  b->left = *head;
  *head = b;
}

static void small_grow(void)
{
  struct block **old = small.heads;
  size_t n = old ? (size_t)1 << small.bits : 0;
  small.bits = old ? small.bits + 1 : FIRST_BITS;
  small.heads = xcalloc((size_t)1 << small.bits, sizeof(struct block *));
  for (size_t i = 0; i < n; i++)
    for (struct block *b = old[i], *next; b; b = next) {
      next = b->left;
      small_put(b);
    }
  free(old);
}

static bool is_small(const struct block *b)
{
  return (size_t)(b->to - b->from) <= SMALL;
}

static struct block *small_in(uintptr_t granule, const char *at)
{
  struct block *b = *bucket_of(granule);
  while (b && at != b->from && (at < b->from || at >= b->to))
    b = b->left;
  return b;
}

static struct block *small_of(const char *at)
{
  if (small.count == 0) return NULL;
  struct block *b = small_in(granule_of(at), at);
  return b ? b : small_in(granule_of(at) - 1, at);
}

static void small_remove(struct block *b)
{
  struct block **at = bucket_of(granule_of(b->from));
  while (*at != b)
    at = &(*at)->left;
  *at = b->left;
  small.count--;
}

/* --- the treap --- */

/* Into what begins before `from`, and the rest. */
static void split(struct block *b, const char *from, struct block **before,
                  struct block **rest)
{
  while (b) {
    if (b->from < from) {
      *before = b;
      before = &b->right;
      b = b->right;
    } else {
      *rest = b;
      rest = &b->left;
      b = b->left;
    }
  }
  *before = *rest = NULL;
}

static struct block *merge(struct block *before, struct block *rest)
{
  struct block *merged = NULL, **at = &merged;
  while (before && rest) {
    if (before->priority > rest->priority) {
      *at = before;
      at = &before->right;
      before = before->right;
    } else {
      *at = rest;
      at = &rest->left;
      rest = rest->left;
    }
  }
  *at = before ? before : rest;
  return merged;
}

static uint32_t next_priority(void)
{
  static uint64_t count;
  uint64_t x = ++count * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  return (uint32_t)(x >> 32);
}

static void tree_add(struct block *b)
{
  struct block **at = &root;
  b->priority = next_priority();
  while (*at && (*at)->priority >= b->priority)
    at = b->from < (*at)->from ? &(*at)->left : &(*at)->right;
  split(*at, b->from, &b->left, &b->right);
  *at = b;
}

static void tree_remove(struct block *b)
{
  struct block **at = &root;
  while (*at != b)
    at = b->from < (*at)->from ? &(*at)->left : &(*at)->right;
  *at = merge(b->left, b->right);
}

static struct block *tree_of(const char *at)
{
  struct block *last = NULL; /* that begins at or before it */
  for (struct block *b = root; b;)
    if (b->from <= at)
      last = b, b = b->right;
    else
      b = b->left;
  if (!last || at < last->to || at == last->from) return last;
  return NULL;
}

/* --- both --- */

struct block *blocks_add(const void *from, size_t size)
{
  struct block *b = xcalloc(1, sizeof *b);
  b->from = from;
  b->to = b->from + size;
  if (!is_small(b)) {
    tree_add(b);
    return b;
  }
  if (!small.heads || small.count >> small.bits) small_grow();
  small.count++;
  small_put(b);
  return b;
}

struct block *blocks_of(const void *byte)
{
  struct block *b = small_of(byte);
  return b ? b : tree_of(byte);
}

struct block *blocks_at(const void *from)
{
  struct block *b = blocks_of(from);
  return b && b->from == from ? b : NULL;
}

/* By rank: its own blocks that were found last, or NULL. */
struct recent {
  struct block *latest, *before;
};
static struct recent *recents;
static int recent_count;

static struct recent *recent_of(int rank)
{
  if (rank >= recent_count) {
    int room = 2 * rank + 16;
    recents = xrealloc(recents, (size_t)room * sizeof *recents);
    while (recent_count < room)
      recents[recent_count++] = (struct recent){NULL, NULL};
  }
  return &recents[rank];
}

static bool holds(const struct block *b, const char *at)
{
  return b && at >= b->from && at < b->to;
}

struct block *blocks_of_rank(const void *byte, int rank)
{
  struct recent *r = recent_of(rank);
  if (holds(r->latest, byte)) return r->latest;
  if (holds(r->before, byte)) return r->before;
  struct block *b = blocks_of(byte);
  if (b && b->rank == rank) *r = (struct recent){b, r->latest};
  return b;
}

void blocks_remove(struct block *b)
{
  if (b->rank >= 0 && b->rank < recent_count) {
    struct recent *r = &recents[b->rank];
    if (r->latest == b) r->latest = NULL;
    if (r->before == b) r->before = NULL;
  }
  if (is_small(b))
    small_remove(b);
  else
    tree_remove(b);
  free(b);
}
