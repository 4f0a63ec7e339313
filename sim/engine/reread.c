/* Copies of pipes, and of what is typed, in memory files. */
#include "reread.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 16 };

static bool write_all(int fd, const char *from, size_t n)
{
  while (n > 0) {
    ssize_t put = write(fd, from, n);
    if (put < 0) return false;
    from += put;
    n -= (size_t)put;
  }
  return true;
}

/* Into a new memory file; -1: errno says why not. */
static int copy(int from)
{
  static char chunk[CHUNK];
  ssize_t got;
  int to = memfd_create("copy of a pipe", MFD_CLOEXEC);
  if (to < 0) return -1;
  while ((got = read(from, chunk, sizeof chunk)) != 0) {
    if (got < 0 && errno == EINTR) continue;
    if (got > 0 && write_all(to, chunk, (size_t)got)) continue;
    close(to);
    return -1;
  }
  return to;
}

int reread_open(const char *path, char again[DESCRIPTOR_PATH])
{
  struct stat file;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  *again = 0;
  if (fd < 0 || fstat(fd, &file)) return fd;
  if (!S_ISFIFO(file.st_mode) && !isatty(fd)) return fd;
  int whole = copy(fd), error = errno;
  close(fd);
  errno = error;
  descriptors_path(whole, again);
  return whole;
}
