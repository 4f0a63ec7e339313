/* Meetings: what members of a communicator contribute to one collective call.
 *
 * Invariant: a meeting is in the table from its first member's arrival until
 * the last member left; it is found by the communicator's context and the
 * number of the collective that pays its time. */
#include "meet.h"

#include "../../model/memory.h"
#include "../p2p/table.h"

#include <stdlib.h>

struct place {
  struct meeting meeting;
  struct table_node node;
  int present; /* members that have not left */
};

static struct table places;

static struct place *place_of(struct comm_view *view)
{
  struct table_key key = {view->comm->context, *comm_collectives(view)};
  struct table_node *node = table_find(&places, key);
  if (node) return container_of(node, struct place, node);
  struct place *p = xcalloc(1, sizeof *p);
  p->meeting.members = p->present = group_size(view->comm->group);
  p->meeting.given = xcalloc(p->present, sizeof *p->meeting.given);
  p->node.key = key;
  table_add(&places, &p->node);
  return p;
}

struct meeting *meet(struct comm_view *view, const void *mine, size_t bytes,
                     int needed)
{
  struct place *p = place_of(view);
  p->meeting.given[view->rank] = mine;
  coll_exchange(view, bytes, needed);
  return &p->meeting;
}

void meeting_leave(struct meeting *m)
{
  struct place *p = container_of(m, struct place, meeting);
  if (--p->present > 0) return;
  table_remove(&places, &p->node);
  free(p->meeting.given);
  free(p);
}
