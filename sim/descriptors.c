/* The limit of descriptors, which shells set lower than they have to. */
#include "descriptors.h"

#include <sys/resource.h>

bool descriptors_raise(void)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
  if (limit.rlim_cur >= limit.rlim_max) return false;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}
