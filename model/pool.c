/* Pools: slabs, which are parts of blocks that all pools share, large ones on
 * large pages: so those are full, however many pools there are. */
#include "pool.h"

#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  LINE = POOL_LINE,
  SLAB_MIN = 1 << 12,
  SLAB_MOST = 1 << 16,
  LARGE = 1 << 21
};

#define LINES(n) [n] = {.size = (n)*LINE}
struct pool pools_by_lines[] = {
    LINES(1), LINES(2), LINES(3), LINES(4),
    LINES(5), LINES(6), LINES(7), LINES(8),
};

void *block_new(size_t size)
{
  if (size < LARGE) {
    char *memory = xcalloc(1, size + LINE);
    return memory + (-(uintptr_t)memory & (LINE - 1));
  }
  /* More address space than that, for a part that begins at a large page. */
  size_t room = (size + 2 * LARGE - 1) / LARGE * LARGE;
  char *memory = mmap(NULL, room, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return xcalloc(1, size);
  size_t before = -(uintptr_t)memory & (LARGE - 1);
  size_t after = room - before - (size + LARGE - 1) / LARGE * LARGE;
  if (before) munmap(memory, before);
  if (after) munmap(memory + room - after, after);
  memory += before;
  madvise(memory, size, MADV_HUGEPAGE); /* or not: it is only faster */
  return memory;
}

/* The same for pools, whose objects may hold anything. */
static char *raw_new(size_t size)
{
  if (size >= LARGE) return block_new(size);
  char *memory = xmalloc(size + LINE);
  return memory + (-(uintptr_t)memory & (LINE - 1));
}

/* Blocks double in size until they are large pages. */
static char *slab_new(size_t size)
{
  static char *next;
  static size_t left, block = SLAB_MOST / 2;
  if (size > SLAB_MOST) return raw_new(size);
  if (left < size) {
    if (block < LARGE) block *= 2;
    next = raw_new(block);
    left = block;
  }
  char *slab = next;
  next += size;
  left -= size;
  return slab;
}

/* A spare object of a larger pool, cut in two, gives one of this pool and one
 * of another. NULL: no larger pool has a spare one. */
static void *cut(const struct pool *p)
{
  for (int lines = 1; lines < POOL_LINES; lines++) {
    if (p != &pools_by_lines[lines]) continue;
    for (int more = lines + 1; more <= POOL_LINES; more++) {
      struct pool *larger = &pools_by_lines[more];
      if (!larger->spare) continue;
      char *object = pool_take(larger);
      pool_prefetch(larger, more * LINE);
      pool_give(&pools_by_lines[more - lines], object + lines * LINE);
      return object;
    }
  }
  return NULL;
}

/* Room for fresh ones, and the first of them. */
__attribute__((noinline)) static void *slab_take(struct pool *p)
{
  void *part = cut(p);
  if (part) return part;
  size_t unit = p->size < LINE ? 16 : LINE;
  p->size = (p->size + unit - 1) / unit * unit;
  p->slab = p->slab ? p->slab * 2 : SLAB_MIN;
  if (p->slab > SLAB_MOST) p->slab = SLAB_MOST;
  while (p->slab < 8 * p->size)
    p->slab *= 2;
  p->fresh = slab_new(p->slab);
  p->end = p->fresh + p->slab / p->size * p->size;
  return pool_more(p);
}

/* The next fresh object. */
void *pool_more(struct pool *p)
{
  char *object = p->fresh;
  if (object == p->end) return slab_take(p);
  p->fresh = object + p->size;
  return object;
}

/* --- by size --- */

/* More than a few lines: four sizes up to each power of two. */
enum { FEW_BITS = 9, MOST_BITS = 16, MOST = 1 << MOST_BITS, STEPS = 4 };
_Static_assert(1 << FEW_BITS == LINE * POOL_LINES, "pools by lines end there");

/* Beyond the largest power of two before it, by how much sizes grow. */
static size_t step_of(size_t size)
{
  return ((size_t)1 << (63 - __builtin_clzl(size - 1))) / STEPS;
}

size_t pool_bytes(size_t size)
{
  size_t unit = size <= POOL_LINES * LINE ? LINE : step_of(size);
  return size > MOST ? size : (size + unit - 1) / unit * unit;
}

static struct pool *pool_of_bytes(size_t size)
{
  static struct pool pools[(MOST_BITS - FEW_BITS) * STEPS];
  if (size <= POOL_LINES * LINE) return pool_of_lines(size ? size : 1);
  if (size > MOST) return NULL;
  size_t bytes = pool_bytes(size), unit = step_of(size);
  int doublings = __builtin_ctzl(unit * STEPS) - FEW_BITS;
  struct pool *p = &pools[doublings * STEPS + (int)(bytes / unit) - STEPS - 1];
  p->size = bytes;
  return p;
}

void *pool_take_bytes(size_t size)
{
  struct pool *p = pool_of_bytes(size);
  return p ? pool_take(p) : xmalloc(size);
}

void *pool_copy_bytes(const void *object, size_t size)
{
  return memcpy(pool_take_bytes(size), object, size);
}

void pool_give_bytes(void *object, size_t size)
{
  struct pool *p = pool_of_bytes(size);
  if (!object) return;
  if (p)
    pool_give(p, object);
  else
    free(object);
}
