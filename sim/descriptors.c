/* The limit of descriptors, which shells set lower than they have to; which of
 * them are hidden from the program; their paths. */
#include "descriptors.h"

#include "../model/map.h"

#include <fcntl.h>
#include <stdio.h>
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

void descriptors_path(int fd, char path[DESCRIPTOR_PATH])
{
  snprintf(path, DESCRIPTOR_PATH, "/proc/self/fd/%d", fd);
}
