/* The first bytes of a file tell whether an editor has saved it as something
 * else than UTF-8 without a mark: then its first word, or each, would be wrong
 * by bytes that nobody sees. So do bytes within a line that end it for some:
 * what is behind them must not be lost. */
#include "encoding.h"

#include <string.h>
#include <unistd.h>

const char *encoding_mistake(int fd)
{
  char first[4];
  ssize_t n = pread(fd, first, sizeof first, 0);
  if (n < 2) return NULL;
  if (memchr(first, 0, n) || !memcmp(first, "\xff\xfe", 2) ||
      !memcmp(first, "\xfe\xff", 2))
    return "it is not UTF-8";
  if (n > 2 && !memcmp(first, "\xef\xbb\xbf", 3))
    return "it begins with a byte order mark; save it as UTF-8 without one";
  return NULL;
}

const char *encoding_mistake_in(const char *line, size_t bytes)
{
  size_t end = strcspn(line, "\r\n");
  end += strspn(line + end, "\r\n");
  if (end == bytes) return NULL;
  return line[end] ? "a carriage return within a line; save it with newlines"
                   : "a byte 0 within a line";
}
