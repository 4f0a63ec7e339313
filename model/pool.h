/* Pools: memory for many objects of one size that come and go.
 *
 * What is given back is what the next one takes, so a steady state touches
 * little memory and never the general allocator. Objects begin at a cache line
 * where their size allows it; of cache lines, what one pool has to spare
 * another takes in part, before it asks for more. Invariant: a pool's memory is
 * never returned to the system; the contents of what is taken are anything. */
#ifndef ORIEL_POOL_H
#define ORIEL_POOL_H

#include "memory.h"

#include <stddef.h>

struct pool {
  size_t size; /* of an object, set by its owner */
  void *spare; /* given back last, and before that; each knows by its */
  void *under; /* first word the next but one: two can be read at once */
  char *fresh; /* not used yet, up to `end` */
  char *end;
  size_t slab; /* bytes of the last one */
};

#define POOL(type) ((struct pool){.size = sizeof(type)})

void *pool_more(struct pool *);

/* Memory of so many bytes, at a cache line if it is one at least: data that is
 * on its way, arrays that grow. It is of pools by size, of the general
 * allocator if it is very long. Who gives it back, or NULL, knows the size. */
void *pool_take_bytes(size_t);
/* How many bytes there are then: at least as many. */
size_t pool_bytes(size_t);
void *pool_copy_bytes(const void *, size_t);
void pool_give_bytes(void *, size_t);

/* Memory for an array that lives as long as the run, all zero; a long one lies
 * on large pages. */
void *block_new(size_t size);

/* The pool of all objects of so many bytes, in cache lines, whatever they are:
 * what one kind gives back, another takes while it is in the cache. */
enum { POOL_LINE = 64, POOL_LINES = 8 }; /* at most */
extern struct pool pools_by_lines[POOL_LINES + 1];
static inline struct pool *pool_of_lines(size_t size)
{
  return &pools_by_lines[(size + POOL_LINE - 1) / POOL_LINE];
}

static inline void *pool_take(struct pool *p)
{
  void *object = p->spare;
  if (!object) return pool_more(p);
  p->spare = p->under;
  p->under = *(void **)object;
  return object;
}

/* With thousands of ranks the next objects have left the caches since they were
 * given back: ask for so many bytes of the next but one long before it is
 * taken. */
static inline void pool_prefetch(const struct pool *p, size_t bytes)
{
  const char *next = p->under;
  for (size_t at = 0; at < bytes; at += POOL_LINE)
    memory_ask_to_write(next + at);
}

/* Take an object, and prefetch so much of one to come: for pools from which
 * many ranks take in turn. */
static inline void *pool_take_ahead(struct pool *p, size_t bytes)
{
  void *object = pool_take(p);
  pool_prefetch(p, bytes);
  return object;
}

static inline void pool_give(struct pool *p, void *object)
{
  *(void **)object = p->under;
  p->under = p->spare;
  p->spare = object;
}

#endif
