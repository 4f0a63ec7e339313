/* The calls of communicators that need no other rank: handles, queries, names,
 * hints, freeing; and the two that every rank has from the start.
 * [MPI-4.1 7.4, 7.8] */
#include "objects.h"
#include "p2p.h"
#include "session.h"
#include "../../model/attribute/attribute.h"
#include "../../model/error/errhandler.h"
#include "../../model/info/info.h"
#include "../../model/memory.h"
#include "../rank/handles.h"

#include <api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct comm *world; /* shared by all ranks */

void comm_open_rank(void)
{
  struct group *all, *me = group_range(self->id, 1, 1);
  if (!world) {
    all = group_range(0, 1, ranks_count());
    world = comm_new(all);
    group_unref(all);
  }
  self->world = comm_view_new(comm_ref(world), self->id, &errors_are_fatal);
  self->world->handle = MPI_COMM_WORLD;
  self->own = comm_view_new(comm_new(me), 0, &errors_are_fatal);
  self->own->handle = MPI_COMM_SELF;
  group_unref(me);
}

int comm_close_rank(void)
{
  return attributes_clear(&self->own->attributes, (uintptr_t)MPI_COMM_SELF);
}

static int not_a_comm(MPI_Comm handle)
{
  if (handle == MPI_COMM_WORLD || handle == MPI_COMM_SELF)
    return fault(MPI_ERR_COMM,
                 ": %s is there from MPI_Init to MPI_Finalize, "
                 "not in a session [MPI-4.1 11.2]",
                 handle == MPI_COMM_WORLD ? "MPI_COMM_WORLD" : "MPI_COMM_SELF");
  check_no_object(HANDLE_COMM, (uintptr_t)handle, NULL);
  return MPI_ERR_COMM; /* a compiler, too, sees that it is no success */
}

int comm_of(MPI_Comm handle, struct comm_view **view)
{
  bool in_world = self->state == RANK_RUNNING;
  if (handle == MPI_COMM_WORLD && in_world)
    *view = self->world;
  else if (handle == MPI_COMM_SELF && in_world)
    *view = self->own;
  else
    *view = rank_handle_use(HANDLE_COMM, (uintptr_t)handle);
  if (!*view)
    *view = session_left(HANDLE_COMM, (uintptr_t)handle, "communicator");
  if (!*view) return not_a_comm(handle);
  if (!self->call) return 0;
  self->call->comm = *view;
  self->call->session_number =
      handle_tag(&self->handles, HANDLE_COMM, (uintptr_t)handle);
  return 0;
}

int intracomm_of(MPI_Comm handle, struct comm_view **view)
{
  int error = comm_of(handle, view);
  if (error || !(*view)->comm->remote) return error;
  return fault(MPI_ERR_COMM,
               ": the communicator is an intercommunicator [MPI-4.1 7.6]");
}

int comm_give(struct comm *comm, struct comm_view *parent, MPI_Comm *handle)
{
  int error = comm_give_with(comm, parent->errhandler, handle);
  if (!error)
    handle_set_tag(
        &self->handles, HANDLE_COMM, (uintptr_t)*handle,
        handle_tag(&self->handles, HANDLE_COMM, (uintptr_t)parent->handle));
  return error;
}

int comm_give_with(struct comm *comm, struct errhandler *errhandler,
                   MPI_Comm *handle)
{
  struct comm_view *view =
      comm_view_new(comm, group_rank(comm->group, self->id), errhandler);
  uintptr_t h = rank_handle_new(HANDLE_COMM, view);
  int error = check_handle(h);
  view->handle = (MPI_Comm)h;
  if (error) {
    comm_view_unref(view);
    return error;
  }
  if (self->call)
    handle_set_tag(&self->handles, HANDLE_COMM, h, self->call->session_number);
  *handle = view->handle;
  return 0;
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

/* Threads of self that are in a call on it go on with it; their calls keep it.
 * [MPI-4.1 7.4.3] */
static void leave_to_others(struct comm_view *view)
{
  for (struct strand *s = &self->main; s; s = s->next) {
    if (s == self->strand) continue;
    for (struct call *c = s->call; c; c = c->outer)
      if (c->comm == view && !c->blamed) c->blamed = comm_view_ref(view);
  }
}

int api_Comm_free(MPI_Comm *handle)
{
  struct comm_view *view;
  int error = comm_of(*handle, &view);
  if (error) return error;
  if (view == self->world || view == self->own)
    return fault(MPI_ERR_COMM, ": %s cannot be freed [MPI-4.1 7.4.3]",
                 view == self->world ? "MPI_COMM_WORLD" : "MPI_COMM_SELF");
  error = attributes_clear(&view->attributes, (uintptr_t)*handle);
  if (error) return error;
  bsend_give_up(&view->space);
  self->call->comm = NULL; /* the view may go */
  leave_to_others(view);
  rank_handle_free(self, HANDLE_COMM, (uintptr_t)*handle);
  view->handle = MPI_COMM_NULL;
  comm_view_unref(view);
  *handle = MPI_COMM_NULL;
  return 0;
}

int api_Comm_rank(MPI_Comm comm, int *rank)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  if (!error) *rank = view->rank;
  return error;
}

int api_Comm_size(MPI_Comm comm, int *size)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  if (!error) *size = group_size(view->comm->group);
  return error;
}

int api_Comm_group(MPI_Comm comm, MPI_Group *group)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  return error ? error : group_give(group_ref(view->comm->group), group);
}

/* Two communicators that are not the same one. */
static int compare(const struct comm *a, const struct comm *b)
{
  int here, there;
  if (!a->remote != !b->remote) return MPI_UNEQUAL;
  here = group_compare(a->group, b->group);
  there = a->remote ? group_compare(a->remote, b->remote) : here;
  if (here == MPI_UNEQUAL || there == MPI_UNEQUAL) return MPI_UNEQUAL;
  return here == MPI_IDENT && there == MPI_IDENT ? MPI_CONGRUENT : MPI_SIMILAR;
}

int api_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
  struct comm_view *a, *b;
  int error = comm_of(comm1, &a);
  if (!error) error = comm_of(comm2, &b);
  if (error) return error;
  if (a->comm == b->comm) {
    *result = MPI_IDENT;
    return 0;
  }
  *result = compare(a->comm, b->comm);
  return 0;
}

/* --- names --- */

int api_Comm_set_name(MPI_Comm comm, const char *name)
{
  struct comm_view *view;
  char kept[MPI_MAX_OBJECT_NAME];
  int error = comm_of(comm, &view);
  if (!error) error = check_name(name, kept);
  if (error) return error;
  free(view->name);
  view->name = xstrdup(kept);
  return 0;
}

static const char *name_of(const struct comm_view *view)
{
  if (view->name) return view->name;
  if (view == self->world) return "MPI_COMM_WORLD";
  return view == self->own ? "MPI_COMM_SELF" : "";
}

int api_Comm_get_name(MPI_Comm comm, char *name, int *length)
{
  struct comm_view *view = NULL;
  int error = comm == MPI_COMM_NULL ? 0 : comm_of(comm, &view);
  if (error) return error;
  *length = snprintf(name, MPI_MAX_OBJECT_NAME, "%s",
                     view ? name_of(view) : "MPI_COMM_NULL");
  return 0;
}

/* --- hints: those that the standard reserves --- */

static const char *const hints[] = {
    "mpi_assert_no_any_tag", "mpi_assert_no_any_source",
    "mpi_assert_exact_length", "mpi_assert_allow_overtaking"};
enum { HINTS = sizeof hints / sizeof *hints };

static int check_hints(const struct info *info)
{
  for (int i = 0; i < HINTS; i++) {
    const char *value = info_get(info, hints[i]);
    if (value && strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
      return fault(MPI_ERR_INFO_VALUE,
                   ": %s is \"%s\", neither true nor false [MPI-4.1 7.4.4]",
                   hints[i], value);
  }
  return 0;
}

int comm_hint(struct comm_view *view, const struct info *info)
{
  int error = check_hints(info);
  for (int i = 0; i < HINTS && !error; i++) {
    const char *value = info_get(info, hints[i]);
    if (!value) continue;
    if (!view->info) view->info = info_new();
    info_set(view->info, hints[i], value);
  }
  return error;
}

int api_Comm_set_info(MPI_Comm comm, MPI_Info handle)
{
  struct comm_view *view;
  struct info *info;
  int error = comm_of(comm, &view);
  if (!error) error = info_of(handle, &info);
  return error ? error : comm_hint(view, info);
}

int api_Comm_get_info(MPI_Comm comm, MPI_Info *handle)
{
  struct comm_view *view;
  struct info *info;
  int error = comm_of(comm, &view);
  if (error) return error;
  info = info_new();
  for (int i = 0; i < HINTS; i++) {
    const char *value = info_get(view->info, hints[i]);
    info_set(info, hints[i], value ? value : "false");
  }
  return info_give(info, handle);
}
