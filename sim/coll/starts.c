/* Counts of starts, one of each member.
 *
 * Invariant: they are in the table from the first member's MPI_*_init until
 * all members gave their requests up, found by the communicator's context, the
 * side and the number of the collective. */
#include "starts.h"

#include "../../model/memory.h"
#include "../p2p/table.h"

#include <stdlib.h>

struct starts {
  struct table_node node;
  int present; /* members that have not left */
  uint32_t by_member[];
};

static struct table all;

static struct table_key key_of(const struct schedule *s)
{
  uint64_t side = (uint64_t)s->comm->side;
  return (struct table_key){s->comm->context, (uint64_t)s->number << 1 | side};
}

struct starts *starts_of(const struct schedule *s)
{
  struct table_node *node = table_find(&all, key_of(s));
  return node ? container_of(node, struct starts, node) : NULL;
}

void starts_make(const struct schedule *s)
{
  if (starts_of(s)) return;
  struct starts *new = xcalloc(1, sizeof *new + s->size * sizeof(uint32_t));
  new->present = s->size;
  new->node.key = key_of(s);
  table_add(&all, &new->node);
}

void starts_leave(struct starts *starts)
{
  if (--starts->present > 0) return;
  table_remove(&all, &starts->node);
  free(starts);
}

void starts_count(struct starts *starts, int member)
{
  starts->by_member[member]++;
}

bool starts_match(const struct starts *starts, const struct schedule *s,
                  int member)
{
  return starts->by_member[member] >= starts->by_member[s->rank];
}
