/* Communicators in the making, and duplicates. */
#include "comm_pending.h"
#include "../../model/attribute/attribute.h"
#include "../../model/memory.h"

#include <stdlib.h>

struct pending {
  struct pending *next;
  struct comm *parent;
  int64_t key;
  int missing; /* members that have not asked */
  struct comm *comm;
};

static struct pending *first;

/* The link to the entry, or the one at the end. */
static struct pending **find(const struct comm *parent,
                             const struct group *group, int64_t key)
{
  struct pending **p = &first;

  while (*p && ((*p)->parent != parent || (*p)->key != key ||
                !group_same((*p)->comm->group, group)))
    p = &(*p)->next;
  return p;
}

struct comm *pending_join(struct comm *parent, struct group *group, int64_t key)
{
  struct pending **at = find(parent, group, key), *p = *at;
  struct comm *comm;

  if (!p) {
    p = *at = xcalloc(1, sizeof *p);
    p->parent = comm_ref(parent);
    p->key = key;
    p->missing = group_size(group);
    p->comm = comm_new(group);
  }
  comm = comm_ref(p->comm);
  if (--p->missing > 0) return comm;
  *at = p->next;
  comm_unref(p->parent);
  comm_unref(p->comm);
  free(p);
  return comm;
}

struct comm *comm_twin(const struct comm *comm)
{
  struct comm *twin = comm_new(comm->group);

  twin->topology = topology_share(comm->topology);
  return twin;
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
  handle_free(&self->handles, HANDLE_COMM, (uintptr_t)*newcomm);
  comm_view_unref(view);
  *newcomm = MPI_COMM_NULL;
  return error;
}
