/* Allocation that does not fail. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINE = 64, LARGE = 1 << 21 }; /* of a cache, and a page */

void memory_missing(size_t size)
{
  /* Not through stderr, which may be a rank's and wait for the end of it. */
  dprintf(STDERR_FILENO, "oriel: out of memory (%zu bytes more were needed)\n",
          size);
  _exit(124); /* EXIT_LIMIT: model knows nothing of sim */
}

static void *checked(void *p, size_t size)
{
  if (!p && size > 0) memory_missing(size);
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
  if (posix_memalign(&p, unit, size ? size : 1)) memory_missing(size);
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
