/* Datatypes as objects: looking handles up, committing, freeing, duplicating,
 * names and attributes. [MPI-4.1 5.1.9, 5.1.10, 7.7.4, 7.8] */
#include "datatype.h"

#include "objects.h"
#include "../../model/attribute/attribute.h"
#include "../../model/datatype/datatype.h"
#include "../../model/memory.h"
#include "../rank/handles.h"

#include <api.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int not_a_datatype(MPI_Datatype handle, const char *argument)
{
  return check_no_object(HANDLE_DATATYPE, (uintptr_t)handle, argument);
}

static struct datatype_view *view_of(MPI_Datatype handle)
{
  return rank_handle_use(HANDLE_DATATYPE, (uintptr_t)handle);
}

int datatype_derived(MPI_Datatype handle, const char *argument,
                     const struct datatype **type)
{
  const struct datatype_view *view = view_of(handle);
  if (!view) return not_a_datatype(handle, argument);
  *type = view->type;
  return 0;
}

int datatype_committed(MPI_Datatype handle, const char *argument,
                       const struct datatype **type)
{
  const struct datatype_view *view = view_of(handle);
  if (!view) return not_a_datatype(handle, argument);
  *type = view->type;
  if (view->committed) return 0;
  return fault(MPI_ERR_TYPE,
               ": %s is not committed; call MPI_Type_commit first "
               "[MPI-4.1 5.1.9]",
               argument);
}

int datatype_give(struct datatype *type, bool committed, MPI_Datatype *handle)
{
  struct datatype_view *view = xcalloc(1, sizeof *view);
  uintptr_t h = rank_handle_new(HANDLE_DATATYPE, view);
  int error = check_handle(h);
  view->type = type;
  view->handle = (MPI_Datatype)h;
  view->committed = committed;
  if (!error) {
    *handle = view->handle;
    return 0;
  }
  datatype_unref(type);
  free(view);
  return error;
}

static struct datatype_view *predefined_view(const struct datatype *type)
{
  struct datatype_view *view = self->types;
  while (view && view->type != type)
    view = view->next;
  if (view) return view;
  view = xcalloc(1, sizeof *view);
  view->type = datatype_ref(type);
  view->handle = type->predefined;
  view->next = self->types;
  self->types = view;
  return view;
}

int datatype_view_of(MPI_Datatype handle, struct datatype_view **view)
{
  const struct datatype *type;
  int error = datatype_of(handle, "datatype", &type);
  if (error) return error;
  *view = type->predefined ? predefined_view(type) : view_of(handle);
  return 0;
}

bool call_is_large(void)
{
  const char *name = self->call->function->name;
  size_t length = strlen(name);
  return length > 2 && strcmp(name + length - 2, "_c") == 0;
}

int int_or_undefined(MPI_Count value)
{
  return value >= INT_MIN && value <= INT_MAX ? (int)value : MPI_UNDEFINED;
}

/* --- life --- */

int api_Type_commit(MPI_Datatype *handle)
{
  if (datatype_predefined(*handle)) return 0;
  struct datatype_view *view = view_of(*handle);
  if (!view) return not_a_datatype(*handle, NULL);
  view->committed = true;
  return 0;
}

int api_Type_free(MPI_Datatype *handle)
{
  struct datatype_view *view;
  int error = datatype_view_of(*handle, &view);
  if (error) return error;
  if (view->type->predefined || view->permanent)
    return fault(MPI_ERR_TYPE, ": %s cannot be freed [MPI-4.1 5.1.9]",
                 view->permanent ? "a predefined unnamed datatype"
                                 : datatype_default_name(view->type));
  error = attributes_clear(&view->attributes, (uintptr_t)*handle);
  if (error) return error;
  rank_handle_free(self, HANDLE_DATATYPE, (uintptr_t)*handle);
  datatype_unref(view->type);
  free(view->name);
  free(view);
  *handle = MPI_DATATYPE_NULL;
  return 0;
}

/* The attributes of the old handle, which may be that of a predefined type
 * that never had any. */
static int copy_attributes(MPI_Datatype old, MPI_Datatype new)
{
  struct datatype_view *from, *to;
  int error = datatype_view_of(old, &from);
  if (!error) error = datatype_view_of(new, &to);
  if (error) return error;
  return attributes_copy(from->attributes, (uintptr_t)old, &to->attributes,
                         (uintptr_t) new);
}

int api_Type_dup(MPI_Datatype old, MPI_Datatype *new)
{
  const struct datatype *type;
  struct datatype *copy;
  MPI_Datatype handle;
  int error = datatype_of(old, "oldtype", &type);
  bool committed =
      datatype_predefined(old) || (!error && view_of(old)->committed);
  if (!error) error = datatype_dup(type, &copy);
  if (!error) error = datatype_give(copy, committed, &handle);
  if (error) return error;
  error = copy_attributes(old, handle);
  if (error) {
    api_Type_free(&handle);
    *new = MPI_DATATYPE_NULL;
  } else
    *new = handle;
  return error;
}

/* --- names --- */

int api_Type_set_name(MPI_Datatype handle, const char *name)
{
  struct datatype_view *view;
  char kept[MPI_MAX_OBJECT_NAME];
  int error = datatype_view_of(handle, &view);
  if (!error) error = check_name(name, kept);
  if (error) return error;
  free(view->name);
  view->name = xstrdup(kept);
  return 0;
}

int api_Type_get_name(MPI_Datatype handle, char *name, int *length)
{
  struct datatype_view *view = NULL;
  int error = handle == MPI_DATATYPE_NULL ? 0 : datatype_view_of(handle, &view);
  if (error) return error;
  const char *text = "MPI_DATATYPE_NULL";
  if (view) text = view->name ? view->name : "";
  if (view && !view->name && view->type->predefined)
    text = datatype_default_name(view->type);
  strcpy(name, text);
  *length = (int)strlen(text);
  return 0;
}

/* --- attributes --- */

int api_Type_create_keyval(MPI_Type_copy_attr_function *copy_fn,
                           MPI_Type_delete_attr_function *delete_fn,
                           int *keyval, void *extra_state)
{
  return keyval_give(ATTRIBUTE_DATATYPE, (attribute_function *)copy_fn,
                     (attribute_function *)delete_fn, extra_state, keyval);
}

int api_Type_free_keyval(int *keyval)
{
  return keyval_free(&self->handles, ATTRIBUTE_DATATYPE, keyval);
}

static int find_both(MPI_Datatype handle, int number,
                     struct datatype_view **view, struct keyval **keyval)
{
  int error = datatype_view_of(handle, view);
  if (error) return error;
  return keyval_of(&self->handles, ATTRIBUTE_DATATYPE, number, keyval);
}

int api_Type_set_attr(MPI_Datatype handle, int number, void *value)
{
  struct datatype_view *view;
  struct keyval *keyval;
  int error = find_both(handle, number, &view, &keyval);
  if (error) return error;
  return attributes_set(&view->attributes, keyval, (uintptr_t)handle, value);
}

int api_Type_get_attr(MPI_Datatype handle, int number, void *value, int *flag)
{
  struct datatype_view *view;
  struct keyval *keyval;
  int error = find_both(handle, number, &view, &keyval);
  if (!error) *flag = attributes_get(view->attributes, keyval, value);
  return error;
}

int api_Type_delete_attr(MPI_Datatype handle, int number)
{
  struct datatype_view *view;
  struct keyval *keyval;
  int error = find_both(handle, number, &view, &keyval);
  if (error) return error;
  return attributes_delete(view->attributes, keyval, (uintptr_t)handle);
}
