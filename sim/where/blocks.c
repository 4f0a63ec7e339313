/* All blocks in a hash by where they begin, large ones in a treap, too: in the
 * order of addresses, a heap by priority.
 *
 * Programs have hundreds of thousands of blocks, and a search among so many
 * meets a dozen that no cache holds. So memory is cut into granules, and a
 * granule knows what begins in each of its lines, which is one block in the
 * heap: who asks where one begins meets no other. What holds a byte and is
 * small is the last that begins before it, in one of a few lines. Invariant: a
 * granule is in the hash as long as blocks begin in it. */
#include "blocks.h"

#include "../../model/hash.h"
#include "../../model/memory.h"
#include "../../model/pool.h"

#include <stdbool.h>

enum {
  LINE_BITS = 4, /* the C library aligns blocks so */
  LINES_BITS = 6,
  LINES = 1 << LINES_BITS,   /* of a granule */
  REACH = 16,                /* of a small block, in lines */
  SMALL = REACH << LINE_BITS /* the largest of the small ones */
};

struct granule {
  struct hash_node node; /* by its number */
  int count;             /* of the blocks */
  struct block *lines[LINES];
};

static struct hash granules;
static struct pool granule_pool = POOL(struct granule);
static struct pool block_pool = POOL(struct block);
static struct block *root; /* of the large ones */

/* --- the hash --- */

static struct hash_key granule_of(const char *at)
{
  return (struct hash_key){(uintptr_t)at >> (LINE_BITS + LINES_BITS), 0};
}

static int line_of(const char *at)
{
  return (int)((uintptr_t)at >> LINE_BITS & (LINES - 1));
}

static bool is_small(const struct block *b)
{
  return (size_t)(b->to - b->from) <= SMALL;
}

static void begin(struct block *b)
{
  struct hash_key key = granule_of(b->from);
  struct granule *g = hash_find(&granules, key);
  if (!g) {
    g = pool_take(&granule_pool);
    *g = (struct granule){.node.key = key};
    hash_add(&granules, &g->node);
  }
  g->count++;
  struct block **line = &g->lines[line_of(b->from)];
  b->granule = g;
  b->beside = *line;
  *line = b;
}

static void begin_no_more(struct block *b)
{
  struct granule *g = b->granule;
  struct block **at = &g->lines[line_of(b->from)];
  while (*at != b)
    at = &(*at)->beside;
  *at = b->beside;
  if (--g->count == 0)
    pool_give(&granule_pool, hash_take(&granules, g->node.key));
}

/* That begins in the line, at or before the byte. */
static struct block *last_in_line(struct block *b, const char *at)
{
  struct block *last = NULL;
  for (; b; b = b->beside)
    if (b->from <= at && (!last || b->from > last->from)) last = b;
  return last;
}

/* That begins so in one of these lines of the granule. */
static struct block *last_in(struct hash_key key, int first, int line,
                             const char *at)
{
  const struct granule *g = hash_find(&granules, key);
  struct block *last = NULL;
  for (; g && line >= first && !last; line--)
    last = last_in_line(g->lines[line], at);
  return last;
}

/* It holds the byte, or is empty and there. */
static struct block *if_there(struct block *b, const char *at)
{
  return b && (at < b->to || at == b->from) ? b : NULL;
}

static struct block *small_of(const char *at)
{
  struct hash_key key = granule_of(at);
  int line = line_of(at), first = line - REACH;
  struct block *last = last_in(key, first < 0 ? 0 : first, line, at);
  if (!last && first < 0) {
    key.one--;
    last = last_in(key, LINES + first, LINES - 1, at);
  }
  return if_there(last, at);
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
  return if_there(last, at);
}

/* --- both --- */

struct block *blocks_add(const void *from, size_t size)
{
  struct block *b = pool_take(&block_pool);
  *b = (struct block){.from = from, .to = (const char *)from + size};
  begin(b);
  if (!is_small(b)) tree_add(b);
  return b;
}

struct block *blocks_of(const void *byte)
{
  struct block *b = small_of(byte);
  return b ? b : tree_of(byte);
}

struct block *blocks_at(const void *from)
{
  const struct granule *g = hash_find(&granules, granule_of(from));
  struct block *b = g ? g->lines[line_of(from)] : NULL;
  while (b && b->from != from)
    b = b->beside;
  return b;
}

void blocks_remove_soon(const struct block *b)
{
  memory_ask_to_write(&b->granule->lines[line_of(b->from)]);
}

/* By rank: its own blocks that were found last, or NULL. */
struct recent {
  struct block *latest, *before;
};
static struct recent *recents;
static int recent_count;

static struct recent *recent_of(int rank)
{
  REACH(recents, recent_count, rank);
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
  begin_no_more(b);
  if (!is_small(b)) tree_remove(b);
  pool_give(&block_pool, b);
}
