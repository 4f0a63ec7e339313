/* Communicators made of groups alone, without a parent: the members find each
 * other by a string. [MPI-4.1 7.4.2, 7.6.2]
 *
 * A call that is refused, is so before it blocks, and its error meets the
 * handler that the communicator would have had. */
#include "comm_pending.h"
#include "errhandling.h"
#include "objects.h"
#include "../coll/barrier.h"
#include "../../model/group/group.h"

#include <api.h>
#include <string.h>

enum { CONTEXT_BYTES = 0 };

/* What every one of these calls brings. */
struct wish {
  const char *tag;
  struct errhandler *errhandler;
  struct info *info;
};

static int check_tag(const char *tag)
{
  if (!tag)
    return fault(MPI_ERR_ARG, ": stringtag is a null pointer [MPI-4.1 7.4.2]");
  if (strnlen(tag, MPI_MAX_STRINGTAG_LEN) < MPI_MAX_STRINGTAG_LEN) return 0;
  return fault(MPI_ERR_ARG,
               ": stringtag has more than MPI_MAX_STRINGTAG_LEN - 1 = %d "
               "characters [MPI-4.1 7.4.2]",
               MPI_MAX_STRINGTAG_LEN - 1);
}

static int wish_of(const char *tag, MPI_Info info, MPI_Errhandler errhandler,
                   struct wish *w)
{
  static struct comm_view opening; /* whose handler this call's errors meet */
  int error = errhandler_of(errhandler, ERRHANDLER_COMM, &w->errhandler);
  if (error) return error;
  opening =
      (struct comm_view){.handle = MPI_COMM_NULL, .errhandler = w->errhandler};
  self->call->comm = &opening;
  w->tag = tag;
  error = check_tag(tag);
  return error ? error : info_of(info, &w->info);
}

static int check_member(struct group *group)
{
  if (group_rank(group, self->id) != MPI_UNDEFINED) return 0;
  return fault(MPI_ERR_GROUP,
               ": this rank is not in the group [MPI-4.1 7.4.2]");
}

/* Self's handle of what the members make; when it returns they all have. */
static int make(const struct pending_key *key, int side, const struct wish *w,
                MPI_Comm *newcomm)
{
  struct comm_view *view;
  MPI_Comm made;
  int error = comm_give_with(pending_join(key, side), w->errhandler, &made);
  if (error) return error;
  view = handle_find(&self->handles, HANDLE_COMM, (uintptr_t)made);
  self->call->comm = view;
  coll_exchange(view->both ? view->both : view, CONTEXT_BYTES, NEEDS_NOBODY);
  *newcomm = made;
  return comm_hint(view, w->info);
}

int api_Comm_create_from_group(MPI_Group handle, const char *stringtag,
                               MPI_Info info, MPI_Errhandler errhandler,
                               MPI_Comm *newcomm)
{
  struct wish w;
  struct group *group;
  int error = wish_of(stringtag, info, errhandler, &w);
  if (!error && !newcomm) return call_null("newcomm");
  if (!error) error = group_of_handle(handle, &group);
  if (!error && group_size(group) == 0) {
    *newcomm = MPI_COMM_NULL;
    return 0;
  }
  if (!error) error = check_member(group);
  if (error) return error;
  return make(&(struct pending_key){.tag = w.tag, .groups = {group, NULL}}, 0,
              &w, newcomm);
}

static int check_disjoint(struct group *a, struct group *b)
{
  struct group *common = group_intersection(a, b);
  int n = group_size(common);
  group_unref(common);
  if (n == 0) return 0;
  return fault(MPI_ERR_GROUP,
               ": the two groups have %d members in common [MPI-4.1 7.6.2]", n);
}

int api_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                     MPI_Group remote_group, int remote_leader,
                                     const char *stringtag, MPI_Info info,
                                     MPI_Errhandler errhandler,
                                     MPI_Comm *newintercomm)
{
  struct wish w;
  struct group *here, *there;
  int error = wish_of(stringtag, info, errhandler, &w);
  if (!error && !newintercomm) return call_null("newintercomm");
  if (!error) error = group_of_argument(local_group, "local_group", &here);
  if (!error) error = group_of_argument(remote_group, "remote_group", &there);
  if (!error && (group_size(here) == 0 || group_size(there) == 0)) {
    *newintercomm = MPI_COMM_NULL;
    return 0;
  }
  if (!error) error = check_leader(here, local_leader, "local_leader");
  if (!error) error = check_leader(there, remote_leader, "remote_leader");
  if (!error) error = check_member(here);
  if (!error) error = check_disjoint(here, there);
  if (error) return error;
  int side =
      group_world(here, local_leader) > group_world(there, remote_leader);
  struct pending_key key = {.tag = w.tag};
  key.groups[side] = here;
  key.groups[!side] = there;
  return make(&key, side, &w, newintercomm);
}
