/* Memory of windows, on the heap or mapped. */
#include "memory.h"

#include "../memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MARK = 0xa5, SMALL = 1 << 16 };

/* Small blocks begin anywhere: where aligned ones come and go, the C library is
 * left with holes that none of the next fits. */
static void *heap_block(size_t size)
{
  return size < SMALL ? xcalloc(1, size) : xaligned(size);
}

bool window_memory_take(struct window_memory *m, size_t size, bool map)
{
  m->size = size;
  m->mapped = map;
  m->block = map ? mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                 : heap_block(size);
  return m->block != MAP_FAILED;
}

void window_memory_give(struct window_memory *m)
{
  if (m->mapped)
    munmap(m->block, m->size);
  else
    free(m->block);
  m->block = NULL;
}

void window_memory_empty(const struct window_memory *m, bool guarded)
{
  if (!m->mapped) return;
  madvise(m->block, m->size, MADV_DONTNEED);
  if (guarded) mprotect(m->block, m->size, PROT_NONE);
}

void window_memory_mark(char *from, size_t size)
{
  memset(from, MARK, size);
}

/* Most often nobody wrote: then each byte is the one before it, and a mark. */
const char *window_memory_written(const char *from, const char *to)
{
  size_t size = (size_t)(to - from);
  if (size && (unsigned char)*from == MARK &&
      memcmp(from, from + 1, size - 1) == 0)
    return to;
  while (from < to && (unsigned char)*from == MARK)
    from++;
  return from;
}
