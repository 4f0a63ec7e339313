/* Shared memory that has a name, shm_open(): each simulated host's.
 *
 * Ranks of one host find by its name what one of them has made, ranks of others
 * do not, and when the run is over nothing is left. Invariant: what has a name
 * is open, by a descriptor that is kept from the program. */
#include "libc.h"

#include "../../model/map.h"
#include "../descriptors.h"
#include "../rank/rank.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct shared {
  struct shared *next;
  int descriptor;
  char name[NAME_MAX + 1];
};

struct host {
  struct shared *first;
};
static struct map hosts;

static struct host *host_of(int number)
{
  void **at = map_place(&hosts, (uint64_t)number);
  if (!*at) *at = xcalloc(1, sizeof(struct host));
  return *at;
}

/* Where that name is, or would be, at self's host. NULL: it is no name. */
static struct shared **place_of(const char **name)
{
  *name += strspn(*name, "/");
  size_t n = strlen(*name);
  if (!n || n > NAME_MAX || strchr(*name, '/')) {
    errno = n > NAME_MAX ? ENAMETOOLONG : EINVAL;
    return NULL;
  }
  struct shared **at = &host_of(self->host)->first;
  while (*at && strcmp((*at)->name, *name))
    at = &(*at)->next;
  return at;
}

static int open_again(const struct shared *s, int flags)
{
  char path[DESCRIPTOR_PATH];
  descriptors_path(s->descriptor, path);
  flags = (flags & (O_ACCMODE | O_TRUNC)) | O_CLOEXEC;
  int fd = open(path, flags);
  return fd < 0 && errno == EMFILE && descriptors_raise() ? open(path, flags)
                                                          : fd;
}

static void forget(struct shared **at)
{
  struct shared *s = *at;
  *at = s->next;
  descriptors_drop(s->descriptor);
  free(s);
}

/* As files are made, but by who must not be stopped by a mode of 0. */
static int open_new(struct shared **at, const char *name, int flags,
                    mode_t mode)
{
  int made = descriptors_memory("shared", MFD_CLOEXEC);
  if (made < 0) return -1;
  struct shared *s = xcalloc(1, sizeof *s);
  s->descriptor = made;
  strcpy(s->name, name);
  *at = s;
  int fd = open_again(s, flags);
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
  struct shared **at = place_of(&name);
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
  struct shared **at = place_of(&name);
  if (!at) return -1;
  if (*at) {
    forget(at);
    return 0;
  }
  errno = ENOENT;
  return -1;
}

const struct libc_entry libc_shared_table[] = {
    {"shm_open", shared_open}, {"shm_unlink", shared_unlink}, {NULL, NULL}};
