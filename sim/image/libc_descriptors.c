/* What asks and changes descriptors by their number: those that self has in
 * place of 1 and 2, and those that Oriel keeps.
 *
 * Invariant: what closes all numbers of a range closes nothing of Oriel's. */
#include "libc.h"
#include "libc_io.h"

#include "../descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- asked of the process's --- */

#define OF_REAL(name, type, parameters, arguments)                             \
  static type descriptors_##name parameters                                    \
  {                                                                            \
    return name arguments;                                                     \
  }

#define FD libc_io_real(fd)
OF_REAL(fstat, int, (int fd, struct stat *s), (FD, s))
OF_REAL(lseek, off_t, (int fd, off_t by, int from), (FD, by, from))
OF_REAL(ftruncate, int, (int fd, off_t size), (FD, size))
OF_REAL(pread, ssize_t, (int fd, void *to, size_t n, off_t at), (FD, to, n, at))
OF_REAL(pwrite, ssize_t, (int fd, const void *from, size_t n, off_t at),
        (FD, from, n, at))
OF_REAL(fallocate, int, (int fd, int mode, off_t at, off_t n),
        (FD, mode, at, n))
OF_REAL(fsync, int, (int fd), (FD))
OF_REAL(fdatasync, int, (int fd), (FD))
OF_REAL(fchmod, int, (int fd, mode_t mode), (FD, mode))

/* That of programs from before glibc 2.33. */
static int descriptors_fxstat(int version, int fd, struct stat *s)
{
  (void)version;
  return descriptors_fstat(fd, s);
}

/* --- closed by range --- */

static void close_numbers(unsigned first, unsigned last)
{
  if (first <= last) close_range(first, last, 0);
}

static int descriptors_close_range(unsigned first, unsigned last, int flags)
{
  if (first > last || flags & ~CLOSE_RANGE_UNSHARE)
    return close_range(first, last, flags);
  for (; first < 3 && first <= last; first++)
    libc_io_close((int)first);
  libc_io_forget(first, last);
  for (int kept; (kept = descriptors_kept_from(first)) >= 0;) {
    if ((unsigned)kept > last) break;
    close_numbers(first, (unsigned)kept - 1);
    first = (unsigned)kept + 1;
  }
  close_numbers(first, last);
  return 0;
}

static void descriptors_closefrom(int first)
{
  descriptors_close_range(first > 0 ? (unsigned)first : 0, ~0u, 0);
}

#define ROW(name)                                                              \
  {                                                                            \
#name, descriptors_##name                                                  \
  }
const struct libc_entry libc_descriptors_table[] = {
    ROW(fstat),
    {"fstat64", descriptors_fstat},
    {"__fxstat", descriptors_fxstat},
    {"__fxstat64", descriptors_fxstat},
    ROW(lseek),
    {"lseek64", descriptors_lseek},
    ROW(ftruncate),
    {"ftruncate64", descriptors_ftruncate},
    ROW(pread),
    {"pread64", descriptors_pread},
    ROW(pwrite),
    {"pwrite64", descriptors_pwrite},
    ROW(fallocate),
    {"fallocate64", descriptors_fallocate},
    ROW(fsync),
    ROW(fdatasync),
    ROW(fchmod),
    ROW(close_range),
    ROW(closefrom),
    {NULL, NULL}};
