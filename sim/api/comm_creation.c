/* What comes of a meeting that makes communicators. */
#include "comm_creation.h"

#include "../../model/comm/comm.h"
#include "../../model/memory.h"

#include <stdlib.h>

struct creation *creation_new(int members)
{
  struct creation *c =
      xcalloc(1, sizeof *c + (size_t)members * sizeof *c->shares);
  c->left = members;
  for (int i = 0; i < members; i++)
    c->shares[i].stranger = -1;
  return c;
}

void creation_add(struct creation *c, struct group *parent, struct comm *comm)
{
  struct group *group = comm->group;
  for (int i = 0; i < group_size(group); i++)
    c->shares[group_rank(parent, group_world(group, i))].comm = comm_ref(comm);
  comm_unref(comm);
}

void creation_add_pair(struct creation *c, struct group *parent,
                       struct group *sides[2])
{
  struct comm *comms[2];
  if (group_size(sides[0]) == 0 || group_size(sides[1]) == 0) return;
  comm_new_sides(sides, comms);
  creation_add(c, parent, comms[0]);
  creation_add(c, parent, comms[1]);
}

struct share creation_take(struct meeting *m, int rank)
{
  struct creation *c = m->result;
  struct share mine = c->shares[rank];
  if (--c->left == 0) free(c);
  meeting_leave(m);
  return mine;
}
