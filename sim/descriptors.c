/* The limit of descriptors, which shells set lower than they have to; which of
 * them are hidden from the program; their paths. */
#include "descriptors.h"

#include "../model/map.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { OUT_OF_THE_WAY = 512 };
static struct map kept; /* by number: not NULL while it is */

bool descriptors_raise(void)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
  if (limit.rlim_cur >= limit.rlim_max) return false;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

int descriptors_keep(int fd)
{
  int far = fcntl(fd, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
  if (far < 0 && fcntl(fd, F_GETFD) >= 0 && descriptors_raise())
    far = fcntl(fd, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
  if (far < 0) far = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  if (far >= 0) *map_place(&kept, (uint64_t)far) = &kept;
  return far;
}

bool descriptors_kept(int fd)
{
  return map_find(&kept, (uint64_t)fd);
}

void descriptors_drop(int fd)
{
  *map_place(&kept, (uint64_t)fd) = NULL;
  close(fd);
}

int descriptors_kept_from(unsigned first)
{
  int found = -1;
  for (uint32_t i = 0; i < kept.count; i++) {
    const struct map_entry *e = &kept.entries[i];
    if (!e->value || e->key < first) continue;
    if (found < 0 || e->key < (uint64_t)found) found = (int)e->key;
  }
  return found;
}

int descriptors_memory(const char *name, unsigned flags)
{
  int near = memfd_create(name, flags);
  if (near < 0 && errno == EMFILE && descriptors_raise())
    near = memfd_create(name, flags);
  if (near < 0) return -1;
  int far = descriptors_keep(near);
  close(near);
  return far;
}

void descriptors_path(int fd, char path[DESCRIPTOR_PATH])
{
  snprintf(path, DESCRIPTOR_PATH, "/proc/self/fd/%d", fd);
}
