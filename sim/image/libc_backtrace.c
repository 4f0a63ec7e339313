/* What the addresses of backtrace() are called, as the C library writes it:
 * "file(function+0x1d) [0x401136]", or without the blank into a descriptor. It
 * does not know the files of images. */
#include "libc_io.h"

#include "libc.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns its length. */
static size_t describe(const void *address, const char *gap, char *text,
                       size_t size)
{
  Dl_info info;
  const char *at = address;
  if (!libc_dladdr(address, &info) || !info.dli_fname)
    return (size_t)snprintf(text, size, "[%p]", address);
  const char *from = info.dli_sname ? info.dli_saddr : info.dli_fbase;
  return (size_t)snprintf(text, size, "%s(%s%c%#tx)%s[%p]", info.dli_fname,
                          info.dli_sname ? info.dli_sname : "",
                          at < from ? '-' : '+',
                          at < from ? from - at : at - from, gap, address);
}

/* One block, which the program frees: the texts follow their addresses. */
static char **texts(void *const *addresses, int count, const char *gap)
{
  size_t size = (size_t)count * sizeof(char *);
  for (int i = 0; i < count; i++)
    size += describe(addresses[i], gap, NULL, 0) + 1;
  char **list = malloc(size);
  if (!list) return NULL;
  char *text = (char *)(list + count), *end = (char *)list + size;
  for (int i = 0; i < count; i++) {
    list[i] = text;
    text += describe(addresses[i], gap, text, (size_t)(end - text)) + 1;
  }
  return list;
}

static char **own_backtrace_symbols(void *const *addresses, int count)
{
  return texts(addresses, count, " ");
}

/* A line of each, all at once. */
static void own_backtrace_symbols_fd(void *const *addresses, int count, int fd)
{
  char **list = texts(addresses, count, "");
  size_t n = 0;
  for (int i = 0; list && i < count; i++) {
    n += strlen(list[i]) + 1;
    list[0][n - 1] = '\n';
  }
  if (n) libc_io_put(fd, list[0], n, PAUSE("backtrace_symbols_fd"));
  free(list);
}

const struct libc_entry libc_backtrace_table[] = {
    {"backtrace_symbols", own_backtrace_symbols},
    {"backtrace_symbols_fd", own_backtrace_symbols_fd},
    {NULL, NULL}};
