/* What a program may ask of a window, or hang on it: group, name, info,
 * attributes, shared memory. [MPI-4.1 12.2.6, 12.2.7, 7.7.3] */
#include "objects.h"
#include "session.h"

#include "../rma/rma.h"
#include "../../model/attribute/attribute.h"
#include "../../model/info/info.h"

#include <api.h>
#include <stdio.h>
#include <string.h>

int window_of(MPI_Win handle, struct window_view **view)
{
  *view = handle_find(&self->handles, HANDLE_WINDOW, (uintptr_t)handle);
  if (!*view) *view = session_left(HANDLE_WINDOW, (uintptr_t)handle, "window");
  if (!*view) return check_no_object(HANDLE_WINDOW, (uintptr_t)handle, NULL);
  self->call->window = *view;
  return 0;
}

int api_Win_get_group(MPI_Win win, MPI_Group *group)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (error) return error;
  self->call->session_number = v->session;
  return group_give(group_ref(v->window->comm->group), group);
}

int api_Win_set_name(MPI_Win win, const char *name)
{
  struct window_view *v;
  char kept[MPI_MAX_OBJECT_NAME];
  int error = window_of(win, &v);
  if (!error) error = check_name(name, kept);
  if (!error) window_set_name(v, kept);
  return error;
}

int api_Win_get_name(MPI_Win win, char *name, int *length)
{
  struct window_view *v = NULL;
  int error = win == MPI_WIN_NULL ? 0 : window_of(win, &v);
  if (error) return error;
  *length = snprintf(name, MPI_MAX_OBJECT_NAME, "%s",
                     v ? window_name(v) : "MPI_WIN_NULL");
  return 0;
}

/* --- info: the keys that the standard defines, as they are in force --- */

static const char *truth(bool holds)
{
  return holds ? "true" : "false";
}

static const char *no_locks(const struct window_view *v)
{
  return truth(v->rules.no_locks);
}

/* Of "rar,raw,war,waw", some, in any order. */
static bool is_ordering(const char *given)
{
  while (given && strspn(given, "raw") == 3 && given[0] != 'a' &&
         given[1] == 'a' && given[2] != 'a') {
    given += 3;
    if (!*given) return true;
    if (*given++ != ',') return false;
  }
  return false;
}

static const char *ordering(const struct window_view *v)
{
  const char *given = info_get(v->info, "accumulate_ordering");
  if (!v->rules.ordered) return "none";
  return is_ordering(given) ? given : "rar,raw,war,waw";
}

static const char *ops(const struct window_view *v)
{
  return v->rules.same_op ? "same_op" : "same_op_no_op";
}

static bool is_number(const char *given)
{
  return given && *given && !given[strspn(given, "0123456789")];
}

static const char *granularity(const struct window_view *v)
{
  const char *given = info_get(v->info, "mpi_accumulate_granularity");
  return is_number(given) ? given : "0";
}

static const char *same_size(const struct window_view *v)
{
  return truth(info_true(v->info, "same_size"));
}

static const char *same_unit(const struct window_view *v)
{
  return truth(info_true(v->info, "same_disp_unit"));
}

static const char *noncontiguous(const struct window_view *v)
{
  return truth(v->window->flavor == MPI_WIN_FLAVOR_SHARED &&
               info_true(v->info, "alloc_shared_noncontig"));
}

/* It has no default: NULL, unless MPI allocated the memory so. */
static const char *alignment(const struct window_view *v)
{
  int flavor = v->window->flavor;
  if (flavor != MPI_WIN_FLAVOR_ALLOCATE && flavor != MPI_WIN_FLAVOR_SHARED)
    return NULL;
  return info_get(v->info, "mpi_minimum_memory_alignment");
}

static const struct hint {
  const char *key;
  const char *(*value)(const struct window_view *);
} hints[] = {
    {"no_locks", no_locks},
    {"accumulate_ordering", ordering},
    {"accumulate_ops", ops},
    {"mpi_accumulate_granularity", granularity},
    {"same_size", same_size},
    {"same_disp_unit", same_unit},
    {"alloc_shared_noncontig", noncontiguous},
    {"mpi_minimum_memory_alignment", alignment},
};

int api_Win_get_info(MPI_Win win, MPI_Info *info)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (error) return error;
  struct info *answer = info_new();
  for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
    const char *value = hints[i].value(v);
    if (value) info_set(answer, hints[i].key, value);
  }
  return info_give(answer, info);
}

/* What was decided when the window was made stays, and MPI_Win_get_info says
 * so; what is left may change. [MPI-4.1 12.2.7] */
int api_Win_set_info(MPI_Win win, MPI_Info handle)
{
  struct window_view *v;
  struct info *given;
  int error = window_of(win, &v);
  if (!error) error = info_of(handle, &given);
  if (error || !given) return error;
  const char *changed = info_get(given, "mpi_accumulate_granularity");
  if (!is_number(changed)) return 0;
  if (!v->info) v->info = info_new();
  return info_set(v->info, "mpi_accumulate_granularity", changed);
}

/* --- attributes --- */

/* What a predefined attribute points to; NULL when the keyval is none. */
static const void *predefined(struct window_view *v, int keyval)
{
  static const int unified = MPI_WIN_UNIFIED;
  struct exposure *x = &v->window->exposures[v->rank];
  switch (keyval) {
  case MPI_WIN_BASE:
    return image_program(x->base);
  case MPI_WIN_SIZE:
    return &x->size;
  case MPI_WIN_DISP_UNIT:
    return &x->unit;
  case MPI_WIN_CREATE_FLAVOR:
    return &v->window->flavor;
  case MPI_WIN_MODEL:
    return &unified;
  }
  return NULL;
}

static bool is_predefined(int keyval)
{
  return keyval >= MPI_WIN_BASE && keyval <= MPI_WIN_MODEL;
}

int api_Win_create_keyval(MPI_Win_copy_attr_function *copy,
                          MPI_Win_delete_attr_function *delete, int *keyval,
                          void *extra_state)
{
  return keyval_give(ATTRIBUTE_WINDOW, (attribute_function *)copy,
                     (attribute_function *)delete, extra_state, keyval);
}

int api_Win_free_keyval(int *keyval)
{
  return keyval_free(&self->handles, ATTRIBUTE_WINDOW, keyval);
}

static int find_both(MPI_Win win, int number, struct window_view **v,
                     struct keyval **keyval)
{
  int error = window_of(win, v);
  if (!error && is_predefined(number))
    error = fault(MPI_ERR_KEYVAL, ": a predefined attribute cannot be changed "
                                  "[MPI-4.1 12.2.6]");
  return error ? error
               : keyval_of(&self->handles, ATTRIBUTE_WINDOW, number, keyval);
}

int api_Win_set_attr(MPI_Win win, int number, void *value)
{
  struct window_view *v;
  struct keyval *keyval;
  int error = find_both(win, number, &v, &keyval);
  return error ? error
               : attributes_set(&v->attributes, keyval, (uintptr_t)win, value);
}

int api_Win_delete_attr(MPI_Win win, int number)
{
  struct window_view *v;
  struct keyval *keyval;
  int error = find_both(win, number, &v, &keyval);
  return error ? error
               : attributes_delete(v->attributes, keyval, (uintptr_t)win);
}

int api_Win_get_attr(MPI_Win win, int number, void *value, int *flag)
{
  struct window_view *v;
  struct keyval *keyval;
  int error = window_of(win, &v);
  if (error) return error;
  if (is_predefined(number)) {
    *(const void **)value = predefined(v, number);
    *flag = 1;
    return 0;
  }
  error = keyval_of(&self->handles, ATTRIBUTE_WINDOW, number, &keyval);
  if (!error) *flag = attributes_get(v->attributes, keyval, value);
  return error;
}

/* --- the memory of others on the same host --- */

/* MPI_PROC_NULL asks for the lowest rank that has memory. */
static int queried_rank(const struct window *w, int rank)
{
  if (rank != MPI_PROC_NULL) return rank;
  for (int i = 0; i < w->size; i++)
    if (w->exposures[i].size > 0) return i;
  return 0;
}

/* Who was told another rank's memory sees what is written there at any time,
 * and so keeps step with the clock. */
int api_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size,
                           MPI_Aint *unit, void *baseptr)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (error) return error;
  struct window *w = v->window;
  if (w->flavor == MPI_WIN_FLAVOR_DYNAMIC)
    return fault(MPI_ERR_RMA_FLAVOR,
                 " on %s, which is dynamic [MPI-4.1 12.2.3]", window_label(v));
  if (rank != MPI_PROC_NULL && (rank < 0 || rank >= w->size))
    return fault(MPI_ERR_RANK,
                 " on %s: rank is %s; the ranks of the window are 0 to %d "
                 "[MPI-4.1 12.2.3]",
                 window_label(v), rank_word(rank), w->size - 1);
  int asked = queried_rank(w, rank);
  const struct exposure *x = &w->exposures[asked];
  bool near = w->views[asked].rma->rank->host == self->host;
  if (near && asked != v->rank) {
    OBSERVE(query, .window = &w->views[asked]);
    self->in_step = w->told = true;
  }
  *size = near ? x->size : 0;
  *unit = near ? x->unit : 0;
  *(void **)baseptr = near ? image_program(x->base) : NULL;
  return 0;
}

int api_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *unit,
                         void *baseptr)
{
  MPI_Aint large = 0;
  int error = api_Win_shared_query_c(win, rank, size, &large, baseptr);
  if (!error) *unit = (int)large;
  return error;
}
