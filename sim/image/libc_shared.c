/* Shared memory that has a name, shm_open(): each simulated host's; and how
 * much room there is for it.
 *
 * Ranks of one host find by its name what one of them has made, ranks of others
 * do not, and when the run is over nothing is left. Invariant: what has a name
 * is open, by a descriptor that is kept from the program. */
#include "libc.h"

#include "../descriptors.h"
#include "../rank/names.h"
#include "../rank/rank.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

struct shared {
  struct name name;
  int descriptor;
};
static struct map hosts;

static int open_again(const struct name *n, int flags)
{
  const struct shared *s = (const struct shared *)n;
  char path[DESCRIPTOR_PATH];
  descriptors_path(s->descriptor, path);
  flags = (flags & (O_ACCMODE | O_TRUNC)) | O_CLOEXEC;
  int fd = open(path, flags);
  return fd < 0 && errno == EMFILE && descriptors_raise() ? open(path, flags)
                                                          : fd;
}

static void forget(struct name **at)
{
  struct shared *s = (struct shared *)*at;
  name_take_out(at);
  descriptors_drop(s->descriptor);
  free(s);
}

/* As files are made, but by who must not be stopped by a mode of 0. */
static int open_new(struct name **at, const char *name, int flags, mode_t mode)
{
  int made = descriptors_memory("shared", MFD_CLOEXEC);
  if (made < 0) return -1;
  struct shared *s = xcalloc(1, sizeof *s);
  s->descriptor = made;
  strcpy(s->name.text, name);
  *at = &s->name;
  int fd = open_again(*at, flags);
  mode_t mask = umask(0);
  umask(mask);
  if (fd >= 0)
    fchmod(fd, mode & ~mask);
  else
    forget(at);
  return fd;
}

static int shared_open(const char *name, int flags, mode_t mode)
{
  rank_meet();
  self->in_step = true; /* with those that map it as well */
  struct name **at = name_place(&hosts, &name, NAME_MAX);
  if (!at) return -1;
  bool makes = flags & O_CREAT;
  if (!*at && makes) return open_new(at, name, flags, mode);
  if (*at && !(makes && flags & O_EXCL)) return open_again(*at, flags);
  errno = *at ? EEXIST : ENOENT;
  return -1;
}

static int shared_unlink(const char *name)
{
  rank_meet();
  struct name **at = name_place(&hosts, &name, NAME_MAX);
  if (!at) return -1;
  if (*at) {
    forget(at);
    return 0;
  }
  errno = ENOENT;
  return -1;
}

/* What is open here is of a file system without blocks. Programs that ask it
 * whether there is room mean the one where the C library puts such memory. */
static bool roomless(int fd)
{
  struct statfs s;
  return fstatfs(fd, &s) == 0 && s.f_type == TMPFS_MAGIC && s.f_blocks == 0;
}

static int shared_fstatfs(int fd, struct statfs *s)
{
  return roomless(fd) && statfs("/dev/shm", s) == 0 ? 0 : fstatfs(fd, s);
}

static int shared_fstatvfs(int fd, struct statvfs *s)
{
  return roomless(fd) && statvfs("/dev/shm", s) == 0 ? 0 : fstatvfs(fd, s);
}

const struct libc_entry libc_shared_table[] = {{"shm_open", shared_open},
                                               {"shm_unlink", shared_unlink},
                                               {"fstatfs", shared_fstatfs},
                                               {"fstatfs64", shared_fstatfs},
                                               {"fstatvfs", shared_fstatvfs},
                                               {"fstatvfs64", shared_fstatvfs},
                                               {NULL, NULL}};
