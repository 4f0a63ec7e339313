/* Paths that lead to what is a rank's own.
 *
 * /dev/stdout and its like are its standard streams, /dev/urandom gives what it
 * draws from the machine, which repeats, and /proc/self/exe is its program. All
 * other paths are the host's. Invariant: who opens one of those does nothing to
 * what the process has. */
#include "libc.h"
#include "libc_io.h"

#include "../rank/rank.h"
#include "template.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

enum { NOT_OWN = -2 }; /* the host's */

/* The descriptor that a path names; -1 if none. */
static int descriptor_named(const char *path)
{
  static const char *const names[] = {"/dev/stdin", "/dev/stdout",
                                      "/dev/stderr"};
  static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
  for (int fd = 0; fd < 3; fd++)
    if (strcmp(path, names[fd]) == 0) return fd;
  for (int i = 0; i < 2; i++) {
    size_t n = strlen(folders[i]);
    if (strncmp(path, folders[i], n)) continue;
    char *end;
    long fd = strtol(path + n, &end, 10);
    return end != path + n && !*end && fd >= 0 && fd < INT_MAX ? (int)fd : -1;
  }
  return -1;
}

static bool is_uuid(const char *path)
{
  return strcmp(path, "/proc/sys/kernel/random/uuid") == 0;
}

/* A pipe that holds one, as the kernel writes it. */
static int open_uuid(void)
{
  enum { VERSION = 4 };
  int ends[2];
  uint64_t a = libc_draw(), b = libc_draw();
  if (pipe2(ends, O_CLOEXEC)) return -1;
  dprintf(ends[1], "%08x-%04x-%x%03x-%04x-%012llx\n", (unsigned)(a >> 32),
          (unsigned)(a >> 16 & 0xffff), VERSION, (unsigned)(a & 0xfff),
          (unsigned)(b >> 48 & 0x3fff) | 0x8000,
          (unsigned long long)b & 0xffffffffffff);
  close(ends[1]);
  return ends[0];
}

/* Where another path leads for the rank than for the process. */
static const char *own_path(const char *path)
{
  bool is_program = strcmp(path, "/proc/self/exe") == 0;
  return is_program ? libc_self()->of->objects[0]->path : path;
}

/* Another descriptor of what one is. */
static int open_again(int fd, int flags)
{
  int made = libc_io_dup(fd);
  if (made >= 0 && flags & O_CLOEXEC) fcntl(made, F_SETFD, FD_CLOEXEC);
  return made;
}

/* A descriptor of what is the rank's own; -1 and errno, or NOT_OWN. */
static int open_own(const char *path, int flags)
{
  if (!path) return errno = EFAULT, -1;
  if (*path != '/') return NOT_OWN;
  bool writes = (flags & O_ACCMODE) != O_RDONLY;
  int of = descriptor_named(path);
  if (of > 0 && libc_io_output(of) && writes) return open_again(of, flags);
  if (of == 0 && self->id != 0) return open("/dev/null", flags);
  return is_uuid(path) && !writes ? open_uuid() : NOT_OWN;
}

static int open_at(int folder, const char *path, int flags, mode_t mode)
{
  int fd = open_own(path, flags);
  if (fd != NOT_OWN) return libc_io_lowest(fd);
  fd = openat(folder, own_path(path), flags, mode);
  libc_io_note(fd, 0);
  return libc_io_lowest(fd);
}

/* What open() has beside its flags, if it makes a file. */
static mode_t mode_of(int flags, va_list args)
{
  bool makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
  return makes ? va_arg(args, mode_t) : 0;
}

static int paths_open(const char *path, int flags, ...)
{
  va_list args;
  va_start(args, flags);
  mode_t mode = mode_of(flags, args);
  va_end(args);
  return open_at(AT_FDCWD, path, flags, mode);
}

static int paths_openat(int folder, const char *path, int flags, ...)
{
  va_list args;
  va_start(args, flags);
  mode_t mode = mode_of(flags, args);
  va_end(args);
  return open_at(folder, path, flags, mode);
}

static int paths_open_2(const char *path, int flags)
{
  return open_at(AT_FDCWD, path, flags, 0);
}

static int paths_openat_2(int folder, const char *path, int flags)
{
  return open_at(folder, path, flags, 0);
}

static int paths_creat(const char *path, mode_t mode)
{
  return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

static FILE *fopen_host(const char *path, const char *mode)
{
  FILE *f = fopen(path, mode);
  if (f) libc_io_note(fileno(f), 0);
  return f && libc_io_draws(fileno(f)) ? libc_io_over(f, mode) : f;
}

static int flags_of(const char *mode)
{
  int flags = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
  if (*mode != 'r') flags |= O_CREAT | (*mode == 'a' ? O_APPEND : O_TRUNC);
  if (strchr(mode, 'x')) flags |= O_EXCL;
  return strchr(mode, 'e') ? flags | O_CLOEXEC : flags;
}

FILE *libc_fopen(const char *path, const char *mode)
{
  int flags = flags_of(mode);
  int fd = open_own(path, flags);
  if (fd < 0) return fd == NOT_OWN ? fopen_host(own_path(path), mode) : NULL;
  FILE *f = fdopen(fd, mode);
  if (f) return libc_io_output(fd) ? libc_io_over(f, mode) : f;
  libc_io_note(fd, 0);
  close(fd);
  return NULL;
}

static FILE *paths_fopen(const char *path, const char *mode)
{
  enum { ALL = 0666 };
  int flags = flags_of(mode);
  if (!(flags & O_WRONLY) || !libc_io_free()) return libc_fopen(path, mode);
  int fd = open_at(AT_FDCWD, path, flags, ALL);
  return fd < 0 ? NULL : libc_io_fdopen(fd, mode);
}

/* --- links --- */

static ssize_t paths_readlinkat(int folder, const char *path, char *to,
                                size_t size)
{
  if (!path) return errno = EFAULT, -1;
  const char *leads = own_path(path);
  if (leads == path) return readlinkat(folder, path, to, size);
  size_t n = strlen(leads) < size ? strlen(leads) : size;
  memcpy(to, leads, n);
  return (ssize_t)n;
}

static ssize_t paths_readlink(const char *path, char *to, size_t size)
{
  return paths_readlinkat(AT_FDCWD, path, to, size);
}

static ssize_t paths_readlinkat_chk(int folder, const char *path, char *to,
                                    size_t size, size_t room)
{
  return paths_readlinkat(folder, path, to, size < room ? size : room);
}

static ssize_t paths_readlink_chk(const char *path, char *to, size_t size,
                                  size_t room)
{
  return paths_readlinkat_chk(AT_FDCWD, path, to, size, room);
}

static char *paths_realpath(const char *path, char *to)
{
  return realpath(path ? own_path(path) : NULL, to);
}

static char *paths_canonicalize(const char *path)
{
  return paths_realpath(path, NULL);
}

const struct libc_entry libc_paths_table[] = {
    {"open", paths_open},
    {"open64", paths_open},
    {"__open", paths_open},
    {"__open64", paths_open},
    {"__open_2", paths_open_2},
    {"__open64_2", paths_open_2},
    {"openat", paths_openat},
    {"openat64", paths_openat},
    {"__openat_2", paths_openat_2},
    {"__openat64_2", paths_openat_2},
    {"creat", paths_creat},
    {"creat64", paths_creat},
    {"fopen", paths_fopen},
    {"fopen64", paths_fopen},
    {"readlink", paths_readlink},
    {"readlinkat", paths_readlinkat},
    {"__readlink_chk", paths_readlink_chk},
    {"__readlinkat_chk", paths_readlinkat_chk},
    {"realpath", paths_realpath},
    {"__realpath_chk", paths_realpath},
    {"canonicalize_file_name", paths_canonicalize},
    {NULL, NULL}};
