/* Allocation that does not fail, and how malloc comes by its memory. */
#include "memory.h"

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LINE = 64, PAGE = 1 << 12, LARGE = 1 << 21 }; /* of a cache; pages */
enum { LASTING = 1 << 16 }; /* what is mapped at once for that */
enum { PAD = 1 << 16, DENSE_RANKS = 1 << 17 };
enum { OWN = 1 << 15 }; /* of a rank: its host, objects and program's memory */

/* Large pages are cleared at once, and need fewer entries of what translates
 * addresses. Behind them is what may hardly be used, such as a large window,
 * which should not cost full ones. What is free is kept (-1): it would be
 * cleared again. */
void memory_begin(int ranks)
{
  size_t dense = (size_t)(ranks < DENSE_RANKS ? ranks : DENSE_RANKS) * OWN;
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TOP_PAD, PAD);
  mallopt(M_TRIM_THRESHOLD, -1);
  if (dense < LARGE) return;
  char *p = malloc(dense);
  uintptr_t first = ((uintptr_t)p + PAGE - 1) / PAGE * PAGE;
  if (p) madvise((void *)first, dense - PAGE, MADV_HUGEPAGE); /* or not */
  free(p);
}

const char *memory_limit(void)
{
  static char text[64];
  struct rlimit limit;
  for (int i = 0; i < 2; i++) {
    if (getrlimit(i ? RLIMIT_DATA : RLIMIT_AS, &limit) ||
        limit.rlim_cur == RLIM_INFINITY)
      continue;
    snprintf(text, sizeof text, "; ulimit -%c allows %llu KiB", i ? 'd' : 'v',
             (unsigned long long)limit.rlim_cur >> 10);
    break;
  }
  return text;
}

void memory_missing(size_t size, const char *purpose)
{
  /* Not through stderr, which may be a rank's and wait for the end of it. */
  dprintf(STDERR_FILENO,
          "oriel: out of memory (%zu bytes more were needed%s%s)\n", size,
          purpose, memory_limit());
  _exit(124); /* EXIT_LIMIT: model knows nothing of sim */
}

static void *checked(void *p, size_t size)
{
  if (!p && size > 0) memory_missing(size, "");
  return p;
}

void *xmalloc(size_t size)
{
  return checked(malloc(size), size);
}

void *xcalloc(size_t count, size_t size)
{
  return checked(calloc(count, size), count * size);
}

void *xaligned(size_t size)
{
  size_t unit = size < LARGE ? LINE : LARGE;
  void *p = NULL;
  if (posix_memalign(&p, unit, size ? size : 1)) memory_missing(size, "");
  if (size >= LARGE) madvise(p, size, MADV_HUGEPAGE); /* or not */
  return memset(p, 0, size);
}

void *xrealloc(void *p, size_t size)
{
  return checked(realloc(p, size), size);
}

void *xgrow(void *list, size_t count, size_t each)
{
  if (count & (count - 1)) return list;
  return xrealloc(list, (count ? 2 * count : 1) * each);
}

void *xextend(void *list, size_t had, size_t has, size_t each)
{
  list = xrealloc(list, has * each);
  memset((char *)list + had * each, 0, (has - had) * each);
  return list;
}

void *xmemdup(const void *p, size_t size)
{
  return size ? memcpy(xmalloc(size), p, size) : NULL;
}

char *xstrdup(const char *text)
{
  return xmemdup(text, strlen(text) + 1);
}

void *xlasting(const void *source, size_t size)
{
  static char *left;
  static size_t room;
  size_t taken = (size + LINE - 1) / LINE * LINE;
  if (!left || taken > room) {
    room = taken > LASTING ? taken : LASTING;
    left = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                -1, 0);
    if (left == MAP_FAILED) memory_missing(room, "");
  }
  char *p = left;
  left += taken;
  room -= taken;
  return source ? memcpy(p, source, size) : p;
}
