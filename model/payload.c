/* Payloads: a head that says which pool, then the bytes. */
#include "payload.h"

#include "memory.h"
#include "pool.h"

#include <stdlib.h>

enum { LEAST_BITS = 5, POOLS = 12 }; /* 32 bytes to 64 KiB */

union head {
  struct pool *pool; /* NULL: of the general allocator */
  max_align_t aligned;
};

static struct pool pools[POOLS];

static struct pool *pool_for(size_t size)
{
  int bits = size > 1 ? 64 - __builtin_clzl(size - 1) : 0;
  int index = bits > LEAST_BITS ? bits - LEAST_BITS : 0;
  if (index >= POOLS) return NULL;
  struct pool *p = &pools[index];
  if (!p->size)
    p->size = sizeof(union head) + ((size_t)1 << (index + LEAST_BITS));
  return p;
}

void *payload_new(size_t size)
{
  struct pool *p = pool_for(size);
  union head *h = p ? pool_take(p) : xmalloc(sizeof *h + size);
  h->pool = p;
  return h + 1;
}

void payload_free(void *payload)
{
  if (!payload) return;
  union head *h = (union head *)payload - 1;
  if (h->pool)
    pool_give(h->pool, h);
  else
    free(h);
}
