/* Communicators in the making, and duplicates. */
#include "comm_pending.h"
#include "../../model/attribute/attribute.h"
#include "../../model/memory.h"
#include "../rank/handles.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct pending {
  struct pending *next;
  struct pending_key key; /* its own copies and references */
  int missing;            /* members that have not asked */
  struct comm *comms[2];
};

static struct pending *first;

static bool same_group(const struct group *a, const struct group *b)
{
  return a && b ? group_same(a, b) : a == b;
}

static bool same_key(const struct pending_key *a, const struct pending_key *b)
{
  if (a->parent != b->parent || a->number != b->number) return false;
  if (a->tag && b->tag ? strcmp(a->tag, b->tag) != 0 : a->tag != b->tag)
    return false;
  return same_group(a->groups[0], b->groups[0]) &&
         same_group(a->groups[1], b->groups[1]);
}

/* The link to the entry, or the one at the end. */
static struct pending **find(const struct pending_key *key)
{
  struct pending **p = &first;
  while (*p && !same_key(&(*p)->key, key))
    p = &(*p)->next;
  return p;
}

static void comm_make(struct group *const groups[2], struct comm *comms[2])
{
  if (groups[1]) {
    comm_new_pair(groups[0], groups[1], comms);
    return;
  }
  comms[0] = comm_new(groups[0]);
  comms[1] = NULL;
}

static struct pending *pending_new(const struct pending_key *key)
{
  struct pending *p = xcalloc(1, sizeof *p);
  p->key = *key;
  if (key->parent) comm_ref(key->parent);
  if (key->tag) p->key.tag = xstrdup(key->tag);
  for (int side = 0; side < 2; side++) {
    if (!key->groups[side]) continue;
    group_ref(key->groups[side]);
    p->missing += group_size(key->groups[side]);
  }
  comm_make(key->groups, p->comms);
  return p;
}

static void pending_free(struct pending *p)
{
  for (int side = 0; side < 2; side++) {
    group_unref(p->key.groups[side]);
    comm_unref(p->comms[side]);
  }
  comm_unref(p->key.parent);
  free((char *)p->key.tag);
  free(p);
}

struct comm *pending_join(const struct pending_key *key, int side)
{
  struct pending **at = find(key), *p = *at;
  struct comm *comm;
  if (!p) p = *at = pending_new(key);
  comm = comm_ref(p->comms[side]);
  if (--p->missing > 0) return comm;
  *at = p->next;
  pending_free(p);
  return comm;
}

void comm_sides(const struct comm *comm, struct group *sides[2])
{
  sides[comm->side] = comm->group;
  sides[!comm->side] = comm->remote;
}

void comm_twin(const struct comm *comm, struct comm *twins[2])
{
  struct group *sides[2];
  comm_sides(comm, sides);
  comm_make(sides, twins);
  twins[0]->topology = topology_share(comm->topology);
}

int comm_give_copy(struct comm *comm, struct comm_view *from,
                   const struct info *info, MPI_Comm *newcomm)
{
  struct comm_view *view;
  int error = comm_give(comm, from, newcomm);
  if (error) return error;
  view = handle_find(&self->handles, HANDLE_COMM, (uintptr_t)*newcomm);
  error = comm_hint(view, info);
  if (!error)
    error = attributes_copy(from->attributes, (uintptr_t)from->handle,
                            &view->attributes, (uintptr_t)*newcomm);
  if (!error) return 0;
  rank_handle_free(self, HANDLE_COMM, (uintptr_t)*newcomm);
  comm_view_unref(view);
  *newcomm = MPI_COMM_NULL;
  return error;
}
