/* The calls that make communicators out of one. [MPI-4.1 7.4.2]
 *
 * All members meet; the first to leave the meeting computes for everybody
 * what comes of it (a `creation`), the others take their part. Of an
 * intercommunicator both groups meet, and what comes of it are
 * intercommunicators. */
#include "comm_creation.h"
#include "comm_pending.h"
#include "objects.h"
#include "../coll/barrier.h"
#include "../../model/group/group.h"
#include "../../model/info/info.h"
#include "../../model/memory.h"
#include "../../model/topology/topology.h"

#include <api.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Agreeing on a context takes one word in each message of the exchange, which
 * is not worth timing. */
enum { CONTEXT_BYTES = 0 };

/* Make the handle of what self got; NULL is MPI_COMM_NULL. */
static int give_or_null(struct comm *comm, struct comm_view *parent,
                        MPI_Comm *newcomm)
{
  if (comm) return comm_give(comm, parent, newcomm);
  *newcomm = MPI_COMM_NULL;
  return 0;
}

/* --- dup --- */

static struct creation *dup_all(const struct meeting *m,
                                const struct comm_view *at,
                                const struct comm *comm)
{
  struct creation *c = creation_new(m->members);
  struct group *groups[2];
  struct comm *twins[2];
  comm_sides(comm, groups);
  comm_new_sides(groups, twins);
  twins[0]->topology = topology_ref(comm->topology);
  for (int side = 0; side < 2; side++)
    if (twins[side]) creation_add(c, at->comm->group, twins[side]);
  return c;
}

static int dup(struct comm_view *view, const struct info *info,
               MPI_Comm *newcomm)
{
  struct comm_view *at = meeting_view(view);
  struct meeting *m = meet(at, view, CONTEXT_BYTES, NEEDS_NOBODY);
  if (!m->result) m->result = dup_all(m, at, view->comm);
  return comm_give_copy(creation_take(m, at->rank).comm, view, info, newcomm);
}

int api_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  return error ? error : dup(view, NULL, newcomm);
}

int api_Comm_dup_with_info(MPI_Comm comm, MPI_Info handle, MPI_Comm *newcomm)
{
  struct comm_view *view;
  struct info *info;
  int error = comm_of(comm, &view);
  if (!error) error = info_of(handle, &info);
  return error ? error : dup(view, info, newcomm);
}

/* --- split --- */

/* How many of those who meet are side 0's; in an intracommunicator all. */
static int first_side(const struct meeting *m, const struct comm *of)
{
  if (!of->both) return m->members;
  return group_size(of->side ? of->remote : of->group);
}

struct part {
  int color, key, type; /* type: split_type's, the same at all */
};

struct place { /* of a member, sorted by color, key, rank */
  int color, key, rank;
};

static int place_order(const void *left, const void *right)
{
  const struct place *a = left, *b = right;
  if (a->color != b->color) return a->color < b->color ? -1 : 1;
  if (a->key != b->key) return a->key < b->key ? -1 : 1;
  return a->rank < b->rank ? -1 : 1;
}

/* The members that want a communicator, sorted; returns how many. */
static int sort_places(const struct meeting *m, struct place *places)
{
  int n = 0;
  for (int r = 0; r < m->members; r++) {
    const struct part *p = m->given[r];
    if (p->color != MPI_UNDEFINED)
      places[n++] = (struct place){p->color, p->key, r};
  }
  qsort(places, (size_t)n, sizeof *places, place_order);
  return n;
}

/* The ranks of one color, sorted: a communicator, or one of two groups, of
 * which that of side 0 are the ranks below `first`. */
static void split_color(struct creation *c, const struct comm *of,
                        struct group *parent, int n, const struct place *places,
                        int first)
{
  struct group *sides[2];
  int *ranks = xmalloc((size_t)n * sizeof *ranks);
  for (int side = 0; side < 2; side++) {
    int size = 0;
    for (int i = 0; i < n; i++)
      if ((places[i].rank >= first) == side) ranks[size++] = places[i].rank;
    sides[side] = group_incl(parent, size, ranks);
  }
  if (of->both)
    creation_add_pair(c, parent, sides);
  else
    creation_add(c, parent, comm_new(sides[0]));
  group_unref(sides[0]);
  group_unref(sides[1]);
  free(ranks);
}

static struct creation *split_all(const struct meeting *m,
                                  const struct comm *of, struct group *parent)
{
  struct creation *c = creation_new(m->members);
  struct place *places = xmalloc((size_t)m->members * sizeof *places);
  int n = sort_places(m, places);
  for (int i = 0, size; i < n; i += size) {
    for (size = 0; i + size < n && places[i + size].color == places[i].color;)
      size++;
    split_color(c, of, parent, size, places + i, first_side(m, of));
  }
  free(places);
  return c;
}

/* Set every member's stranger to the first whose split type differs. */
static void check_types(const struct meeting *m, struct creation *c)
{
  const struct part *first = NULL;
  int stranger = -1;
  for (int r = 0; r < m->members && stranger < 0; r++) {
    const struct part *p = m->given[r];
    if (p->type == MPI_UNDEFINED) continue;
    if (!first) first = p;
    if (p->type != first->type) stranger = r;
  }
  for (int r = 0; r < m->members; r++)
    c->shares[r].stranger = stranger;
}

static int split(struct comm_view *view, const struct part *mine,
                 struct comm **comm)
{
  struct comm_view *at = meeting_view(view);
  struct meeting *m = meet(at, mine, 2 * sizeof(int), NEEDS_ALL);
  struct share share;
  if (!m->result) {
    m->result = split_all(m, view->comm, at->comm->group);
    check_types(m, m->result);
  }
  share = creation_take(m, at->rank);
  *comm = share.comm;
  if (share.stranger < 0) return 0;
  comm_unref(share.comm);
  return fault(MPI_ERR_ARG,
               ": rank %d gave another split_type than the ranks before it "
               "[MPI-4.1 7.4.2]",
               share.stranger);
}

int comm_split(struct comm_view *view, int color, int key, struct comm **comm)
{
  struct part mine = {color, key, MPI_UNDEFINED};
  return split(view, &mine, comm);
}

int api_Comm_split(MPI_Comm handle, int color, int key, MPI_Comm *newcomm)
{
  struct comm_view *view;
  struct comm *comm;
  int error = comm_of(handle, &view);
  if (error) return error;
  if (color < 0 && color != MPI_UNDEFINED)
    return fault(MPI_ERR_ARG,
                 ": color is %d, neither nonnegative nor MPI_UNDEFINED "
                 "[MPI-4.1 7.4.2]",
                 color);
  error = comm_split(view, color, key, &comm);
  return error ? error : give_or_null(comm, view, newcomm);
}

/* --- split_type --- */

#define SHARED_MEMORY "mpi_shared_memory"

/* The color of a type of hardware that an info names: hosts are the only one
 * that Oriel tells apart. */
static int guided_color(const struct info *info)
{
  const char *type = info_get(info, "mpi_hw_resource_type");
  if (!type) return MPI_UNDEFINED;
  if (strcmp(type, SHARED_MEMORY) == 0) return self->host;
  return strcmp(type, HOST_RESOURCE) == 0 ? self->host : MPI_UNDEFINED;
}

static int resource_color(const struct info *info)
{
  const char *pset = info_get(info, "mpi_pset_name");
  if (!pset) return guided_color(info);
  if (strcmp(pset, "mpi://WORLD") == 0) return 0;
  return strcmp(pset, "mpi://SELF") == 0 ? self->id : MPI_UNDEFINED;
}

static int type_color(int type, const struct info *info, int *color)
{
  switch (type) {
  case MPI_UNDEFINED:
    *color = MPI_UNDEFINED;
    return 0;
  case MPI_COMM_TYPE_SHARED:
  case MPI_COMM_TYPE_HW_UNGUIDED:
    *color = self->host;
    return 0;
  case MPI_COMM_TYPE_HW_GUIDED:
    *color = guided_color(info);
    return 0;
  case MPI_COMM_TYPE_RESOURCE_GUIDED:
    *color = resource_color(info);
    return 0;
  }
  return fault(MPI_ERR_ARG,
               ": split_type is %d, no MPI_COMM_TYPE_* [MPI-4.1 7.4.2]", type);
}

/* The communicators of an unguided split are smaller than what was split;
 * its info says what they stand for. */
static int unguided(struct comm_view *view, struct info *info,
                    struct comm **comm)
{
  if (group_size((*comm)->group) == group_size(view->comm->group)) {
    comm_unref(*comm);
    *comm = NULL;
    return 0;
  }
  return info ? info_set(info, "mpi_hw_resource_type", SHARED_MEMORY) : 0;
}

int api_Comm_split_type(MPI_Comm handle, int split_type, int key,
                        MPI_Info info_handle, MPI_Comm *newcomm)
{
  struct part mine = {.key = key, .type = split_type};
  struct comm_view *view;
  struct info *info;
  struct comm *comm;
  int error = comm_of(handle, &view);
  if (!error) error = info_of(info_handle, &info);
  if (!error) error = type_color(split_type, info, &mine.color);
  if (!error) error = split(view, &mine, &comm);
  if (error) return error;
  if (split_type == MPI_COMM_TYPE_HW_UNGUIDED)
    error = unguided(view, info, &comm);
  if (!error) return give_or_null(comm, view, newcomm);
  comm_unref(comm);
  return error;
}

/* --- create: every member of a group gives the same group --- */

/* The first rank of `group` that is not in `parent`; -1: a subset. */
static int find_outsider(struct group *group, struct group *parent)
{
  if (group_same(group, parent)) return -1;
  for (int i = 0; i < group_size(group); i++)
    if (group_rank(parent, group_world(group, i)) == MPI_UNDEFINED) return i;
  return -1;
}

/* The first member of a subset that gave another group; -1: none. */
static int find_stranger(const struct meeting *m, struct group *parent,
                         struct group *group)
{
  for (int i = 0; i < group_size(group); i++) {
    int rank = group_rank(parent, group_world(group, i));
    if (!group_same(m->given[rank], group)) return rank;
  }
  return -1;
}

/* Who is in no group gets no communicator, but must give a part of this one,
 * too. A share's stranger is -2 where the group is none. */
static struct creation *create_all(const struct meeting *m,
                                   struct group *parent)
{
  struct creation *c = creation_new(m->members);
  struct group *subset = parent; /* the last that was found to be one */
  for (int r = 0; r < m->members; r++) {
    struct group *group = (struct group *)m->given[r];
    struct share *s = &c->shares[r];
    if (s->comm || group_size(group) == 0) continue;
    if (!group_same(group, subset) && find_outsider(group, parent) >= 0) {
      s->stranger = -2;
      continue;
    }
    subset = group;
    if (group_rank(group, group_world(parent, r)) == MPI_UNDEFINED) continue;
    s->stranger = find_stranger(m, parent, group);
    if (s->stranger == -1) creation_add(c, parent, comm_new(group));
  }
  return c;
}

/* In an intercommunicator each group gives one group, of its own ranks. */
static struct creation *create_pair(const struct meeting *m,
                                    const struct comm *of)
{
  struct creation *c = creation_new(m->members);
  struct group *sides[2], *given[2];
  int first = first_side(m, of), stranger = -1;
  comm_sides(of, sides);
  for (int side = 0; side < 2; side++) {
    given[side] = (struct group *)m->given[side ? first : 0];
    if (find_outsider(given[side], sides[side]) >= 0) stranger = -2;
  }
  for (int r = 0; r < m->members && stranger == -1; r++)
    if (!group_same(m->given[r], given[r >= first])) stranger = r;
  if (stranger == -1) creation_add_pair(c, of->both->group, given);
  for (int r = 0; r < m->members; r++)
    c->shares[r].stranger = stranger;
  return c;
}

int api_Comm_create(MPI_Comm handle, MPI_Group group_handle, MPI_Comm *newcomm)
{
  struct comm_view *view, *at;
  struct group *group;
  struct meeting *m;
  struct share share;
  int error = comm_of(handle, &view);
  if (!error) error = group_of_handle(group_handle, &group);
  if (error) return error;
  at = meeting_view(view);
  m = meet(at, group, CONTEXT_BYTES, NEEDS_NOBODY);
  if (!m->result)
    m->result = view->both ? create_pair(m, view->comm)
                           : create_all(m, view->comm->group);
  share = creation_take(m, at->rank);
  if (share.stranger == -1) return give_or_null(share.comm, view, newcomm);
  if (share.stranger >= 0)
    return fault(MPI_ERR_GROUP,
                 ": rank %d is in the group but gave another group "
                 "[MPI-4.1 7.4.2]",
                 share.stranger);
  return fault(MPI_ERR_GROUP,
               ": the group is not a subset of the communicator's group "
               "[MPI-4.1 7.4.2]");
}

/* --- create_group: only the members of the group call --- */

static int check_subset(struct group *group, struct group *parent)
{
  int outsider = find_outsider(group, parent);
  if (outsider < 0) return 0;
  return fault(MPI_ERR_GROUP,
               ": rank %d of the group is not in the communicator "
               "[MPI-4.1 7.4.2]",
               outsider);
}

int api_Comm_create_group(MPI_Comm handle, MPI_Group group_handle, int tag,
                          MPI_Comm *newcomm)
{
  struct comm_view *view, *newview;
  struct group *group;
  struct comm *comm;
  MPI_Comm created;
  int error = intracomm_of(handle, &view);
  if (!error) error = group_of_handle(group_handle, &group);
  if (error) return error;
  if (tag < 0)
    return fault(MPI_ERR_TAG,
                 ": tag is %d, tags are 0 to MPI_TAG_UB "
                 "[MPI-4.1 7.4.2]",
                 tag);
  if (group_rank(group, self->id) == MPI_UNDEFINED)
    return give_or_null(NULL, view, newcomm);
  error = check_subset(group, view->comm->group);
  if (error) return error;
  comm = pending_join(
      &(struct pending_key){view->comm, tag, NULL, {group, NULL}}, 0);
  error = comm_give(comm, view, &created);
  if (error) return error;
  newview = handle_find(&self->handles, HANDLE_COMM, (uintptr_t)created);
  coll_exchange(newview, CONTEXT_BYTES, NEEDS_NOBODY);
  *newcomm = created;
  return 0;
}
