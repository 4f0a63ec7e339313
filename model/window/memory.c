/* Memory of windows, on the heap or mapped. */
#include "memory.h"

#include "../memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MARK = 0xa5 };

bool window_memory_take(struct window_memory *m, size_t size, bool map)
{
  m->mapped = map ? size : 0;
  m->block = map ? mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                 : xaligned(size);
  return m->block != MAP_FAILED;
}

void window_memory_give(struct window_memory *m)
{
  if (m->mapped)
    munmap(m->block, m->mapped);
  else
    free(m->block);
  m->block = NULL;
}

void window_memory_empty(const struct window_memory *m, bool guarded)
{
  if (!m->mapped) return;
  madvise(m->block, m->mapped, MADV_DONTNEED);
  if (guarded) mprotect(m->block, m->mapped, PROT_NONE);
}

void window_memory_mark(char *from, size_t size)
{
  memset(from, MARK, size);
}

const char *window_memory_written(const char *from, const char *to)
{
  while (from < to && (unsigned char)*from == MARK)
    from++;
  return from;
}
