/* Pools: slabs that double in size, the large ones on large pages. */
#include "pool.h"

#include "memory.h"

#include <stdint.h>
#include <sys/mman.h>

enum { LINE = 64, SLAB_MIN = 1 << 12, SLAB_MAX = 1 << 21 };

static char *slab_new(size_t size)
{
  if (size < SLAB_MAX) {
    char *memory = xmalloc(size + LINE);
    return memory + (-(uintptr_t)memory & (LINE - 1));
  }
  /* Twice as much address space, for one that is aligned to its size. */
  char *memory = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return xmalloc(size);
  size_t before = -(uintptr_t)memory & (size - 1);
  if (before) munmap(memory, before);
  if (before < size) munmap(memory + before + size, size - before);
  memory += before;
  madvise(memory, size, MADV_HUGEPAGE); /* or not: it is only faster */
  return memory;
}

/* The next fresh object. */
void *pool_more(struct pool *p)
{
  if (p->fresh == p->end) {
    size_t unit = p->size < LINE ? 16 : LINE;
    p->size = (p->size + unit - 1) / unit * unit;
    p->slab = p->slab ? p->slab * 2 : SLAB_MIN;
    while (p->slab < 8 * p->size)
      p->slab *= 2;
    if (p->slab > SLAB_MAX) p->slab = SLAB_MAX;
    p->fresh = slab_new(p->slab);
    p->end = p->fresh + p->slab / p->size * p->size;
  }
  void *object = p->fresh;
  p->fresh += p->size;
  return object;
}
