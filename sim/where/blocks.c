/* A treap: blocks in the order of addresses, a heap by priority. */
#include "blocks.h"

#include "../../model/memory.h"

#include <stdbool.h>
#include <stdlib.h>

static struct block *root;

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

struct block *blocks_add(const void *from, size_t size)
{
  struct block *b = xcalloc(1, sizeof *b), **at = &root;
  b->from = from;
  b->to = b->from + size;
  b->priority = next_priority();
  while (*at && (*at)->priority >= b->priority)
    at = b->from < (*at)->from ? &(*at)->left : &(*at)->right;
  split(*at, b->from, &b->left, &b->right);
  return *at = b;
}

struct block *blocks_at(const void *from)
{
  struct block *b = root;
  while (b && b->from != from)
    b = (const char *)from < b->from ? b->left : b->right;
  return b;
}

struct block *blocks_of(const void *byte)
{
  const char *at = byte;
  struct block *last = NULL; /* that begins at or before it */
  for (struct block *b = root; b;)
    if (b->from <= at)
      last = b, b = b->right;
    else
      b = b->left;
  if (!last || at < last->to || at == last->from) return last;
  return NULL;
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
  struct block **at = &root;
  while (*at != b)
    at = b->from < (*at)->from ? &(*at)->left : &(*at)->right;
  *at = merge(b->left, b->right);
  free(b);
}
