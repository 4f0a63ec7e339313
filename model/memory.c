/* Allocation that does not fail. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINE = 64, LARGE = 1 << 21 }; /* of a cache, and a page */

static void *checked(void *p, size_t size)
{
  if (p || size == 0) return p;
  fprintf(stderr, "oriel: out of memory (%zu bytes more were needed)\n", size);
  _exit(124); /* EXIT_LIMIT: model knows nothing of sim */
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
  size = (size + LINE - 1) / LINE * LINE;
  void *p = checked(aligned_alloc(unit, size), size);
  if (size >= LARGE) madvise(p, size, MADV_HUGEPAGE); /* or not */
  return memset(p, 0, size);
}

void *xrealloc(void *p, size_t size)
{
  return checked(realloc(p, size), size);
}

void *xmemdup(const void *p, size_t size)
{
  return size ? memcpy(xmalloc(size), p, size) : NULL;
}

char *xstrdup(const char *text)
{
  return xmemdup(text, strlen(text) + 1);
}
