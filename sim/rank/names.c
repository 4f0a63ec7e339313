/* Names: a list for each host. */
#include "names.h"

#include "rank.h"

#include <errno.h>
#include <string.h>

struct name **name_place(struct map *hosts, const char **name, size_t longest)
{
  *name += strspn(*name, "/");
  size_t n = strlen(*name);
  if (!n || n > longest || strchr(*name, '/')) {
    errno = n > longest ? ENAMETOOLONG : EINVAL;
    return NULL;
  }
  struct name **at =
      (struct name **)map_place(hosts, (uint64_t)(unsigned)self->host);
  while (*at && strcmp((*at)->text, *name))
    at = &(*at)->next;
  return at;
}

void name_take_out(struct name **at)
{
  *at = (*at)->next;
}
