/* The calls of groups: MPI_Group_*. All are local. [MPI-4.1 7.3] */
#include "objects.h"
#include "session.h"
#include "../../model/group/group.h"
#include "../../model/memory.h"
#include "../rank/handles.h"

#include <api.h>
#include <stdlib.h>

int group_of_handle(MPI_Group handle, struct group **group)
{
  return group_of_argument(handle, NULL, group);
}

int group_of_argument(MPI_Group handle, const char *argument,
                      struct group **group)
{
  if (handle == MPI_GROUP_EMPTY) {
    *group = &group_empty;
    return 0;
  }
  *group = rank_handle_use(HANDLE_GROUP, (uintptr_t)handle);
  if (!*group) *group = session_left(HANDLE_GROUP, (uintptr_t)handle, "group");
  uint16_t tag = handle_tag(&self->handles, HANDLE_GROUP, (uintptr_t)handle);
  if (tag) self->call->session_number = tag;
  if (*group) return 0;
  return check_no_object(HANDLE_GROUP, (uintptr_t)handle, argument);
}

int group_give(struct group *group, MPI_Group *handle)
{
  uintptr_t h;
  int error;
  if (group_size(group) == 0) {
    group_unref(group);
    *handle = MPI_GROUP_EMPTY;
    return 0;
  }
  h = rank_handle_new(HANDLE_GROUP, group);
  error = check_handle(h);
  if (error) {
    group_unref(group);
    return error;
  }
  handle_set_tag(&self->handles, HANDLE_GROUP, h, self->call->session_number);
  *handle = (MPI_Group)h;
  return 0;
}

int api_Group_free(MPI_Group *handle)
{
  struct group *group;
  int error = group_of_handle(*handle, &group);
  if (error) return error;
  if (*handle != MPI_GROUP_EMPTY) {
    rank_handle_free(self, HANDLE_GROUP, (uintptr_t)*handle);
    group_unref(group);
  }
  *handle = MPI_GROUP_NULL;
  return 0;
}

int api_Group_size(MPI_Group handle, int *size)
{
  struct group *group;
  int error = group_of_handle(handle, &group);
  if (!error) *size = group_size(group);
  return error;
}

int api_Group_rank(MPI_Group handle, int *rank)
{
  struct group *group;
  int error = group_of_handle(handle, &group);
  if (!error) *rank = group_rank(group, self->id);
  return error;
}

static int two_groups(MPI_Group handle1, MPI_Group handle2, struct group **a,
                      struct group **b)
{
  int error = group_of_argument(handle1, "group1", a);
  return error ? error : group_of_argument(handle2, "group2", b);
}

int api_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
  struct group *a, *b;
  int error = two_groups(group1, group2, &a, &b);
  if (!error) *result = group_compare(a, b);
  return error;
}

int api_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
  struct group *a, *b;
  int error = two_groups(group1, group2, &a, &b);
  return error ? error : group_give(group_union(a, b), newgroup);
}

int api_Group_intersection(MPI_Group group1, MPI_Group group2,
                           MPI_Group *newgroup)
{
  struct group *a, *b;
  int error = two_groups(group1, group2, &a, &b);
  return error ? error : group_give(group_intersection(a, b), newgroup);
}

int api_Group_difference(MPI_Group group1, MPI_Group group2,
                         MPI_Group *newgroup)
{
  struct group *a, *b;
  int error = two_groups(group1, group2, &a, &b);
  return error ? error : group_give(group_difference(a, b), newgroup);
}

static int check_length(int n, const void *ranks, const char *argument)
{
  int error = check_number(n, "n", "7.3");
  return error ? error : check_array(ranks, n, argument);
}

static int check_member(const struct group *group, int rank)
{
  if (rank >= 0 && rank < group_size(group)) return 0;
  return fault(MPI_ERR_RANK,
               ": rank %d is outside the group's [0, %d) [MPI-4.1 7.3]", rank,
               group_size(group));
}

int api_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[],
                              MPI_Group group2, int ranks2[])
{
  struct group *a, *b;
  int error = two_groups(group1, group2, &a, &b);
  if (!error) error = check_length(n, ranks1, "ranks1");
  for (int i = 0; !error && i < n; i++)
    if (ranks1[i] != MPI_PROC_NULL) error = check_member(a, ranks1[i]);
  if (!error) error = check_array(ranks2, n, "ranks2");
  if (error) return error;
  for (int i = 0; i < n; i++)
    ranks2[i] = ranks1[i] == MPI_PROC_NULL
                    ? MPI_PROC_NULL
                    : group_rank(b, group_world(a, ranks1[i]));
  return 0;
}

/* Are all of them members, and no two the same? */
static int check_ranks(const struct group *group, int n, const int ranks[])
{
  bool *seen = xcalloc((size_t)group_size(group) + 1, sizeof *seen);
  int error = 0;
  for (int i = 0; !error && i < n; i++) {
    error = check_member(group, ranks[i]);
    if (!error && seen[ranks[i]])
      error = fault(MPI_ERR_RANK, ": rank %d is given twice [MPI-4.1 7.3.2]",
                    ranks[i]);
    if (!error) seen[ranks[i]] = true;
  }
  free(seen);
  return error;
}

typedef struct group *choose_members(struct group *, int n, const int *ranks);

static int choose(MPI_Group handle, int n, const int ranks[],
                  choose_members *members, MPI_Group *newgroup)
{
  struct group *group;
  int error = group_of_handle(handle, &group);
  if (!error) error = check_length(n, ranks, "ranks");
  if (!error) error = check_ranks(group, n, ranks);
  return error ? error : group_give(members(group, n, ranks), newgroup);
}

int api_Group_incl(MPI_Group group, int n, const int ranks[],
                   MPI_Group *newgroup)
{
  return choose(group, n, ranks, group_incl, newgroup);
}

int api_Group_excl(MPI_Group group, int n, const int ranks[],
                   MPI_Group *newgroup)
{
  return choose(group, n, ranks, group_excl, newgroup);
}

/* How many ranks (first, last, stride) names. */
static long range_length(const int range[3])
{
  return ((long)range[1] - range[0]) / range[2] + 1;
}

static int check_range(const struct group *group, const int range[3])
{
  long distance = (long)range[1] - range[0];
  int error;
  if (range[2] == 0 || (distance != 0 && (distance < 0) != (range[2] < 0)))
    return fault(MPI_ERR_ARG,
                 ": range (%d, %d, %d) does not lead from its first rank to "
                 "its last [MPI-4.1 7.3.2]",
                 range[0], range[1], range[2]);
  error = check_member(group, range[0]);
  if (error) return error;
  return check_member(group,
                      (int)(range[0] + (range_length(range) - 1) * range[2]));
}

/* Write the ranges out as ranks; more than the group has are too many. */
static int list_ranges(const struct group *group, int n, int ranges[][3],
                       int **ranks, int *length)
{
  int size = group_size(group), error = check_length(n, ranges, "ranges");
  int *list = error ? NULL : xmalloc(((size_t)size + 1) * sizeof *list);
  int count = 0;
  for (int i = 0; !error && i < n; i++) {
    long more = 0;
    error = check_range(group, ranges[i]);
    if (!error) more = range_length(ranges[i]);
    if (!error && more > size - count)
      error = fault(MPI_ERR_RANK,
                    ": the ranges name more than the group's %d ranks, some "
                    "twice [MPI-4.1 7.3.2]",
                    size);
    for (int k = 0; !error && k < more; k++)
      list[count++] = ranges[i][0] + k * ranges[i][2];
  }
  *ranks = list;
  *length = count;
  return error;
}

static int choose_ranges(MPI_Group handle, int n, int ranges[][3],
                         choose_members *members, MPI_Group *newgroup)
{
  struct group *group;
  int *ranks, length;
  int error = group_of_handle(handle, &group);
  if (error) return error;
  error = list_ranges(group, n, ranges, &ranks, &length);
  if (!error) error = choose(handle, length, ranks, members, newgroup);
  free(ranks);
  return error;
}

int api_Group_range_incl(MPI_Group group, int n, int ranges[][3],
                         MPI_Group *newgroup)
{
  return choose_ranges(group, n, ranges, group_incl, newgroup);
}

int api_Group_range_excl(MPI_Group group, int n, int ranges[][3],
                         MPI_Group *newgroup)
{
  return choose_ranges(group, n, ranges, group_excl, newgroup);
}
