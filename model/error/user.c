/* An array that only grows: a value is its index, a removed entry stays as a
 * hole, so that a stale code is told from a new one. */
#include "user.h"

#include "../memory.h"
#include "fault.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct user_error {
  bool live;
  int error_class; /* its own value for a class */
  int codes;       /* that a class has */
  char *text;      /* NULL: none */
};

enum { FIRST = MPI_ERR_LASTCODE + 1 };

static struct user_error *user_error_find(const struct user_errors *e,
                                          int value)
{
  if (value < FIRST || value - FIRST >= e->count) return NULL;
  struct user_error *found = &e->errors[value - FIRST];
  return found->live ? found : NULL;
}

static int user_error_new(struct user_errors *e)
{
  e->errors = xgrow(e->errors, e->count, sizeof *e->errors);
  e->errors[e->count] = (struct user_error){.live = true};
  return FIRST + e->count++;
}

static int not_added(const char *what, int value)
{
  return fault(MPI_ERR_ARG, ": %d is not %s that was added [MPI-4.1 9.5]",
               value, what);
}

int user_error_add_class(struct user_errors *e, int *error_class)
{
  *error_class = user_error_new(e);
  e->errors[*error_class - FIRST].error_class = *error_class;
  return 0;
}

int user_error_add_code(struct user_errors *e, int error_class, int *code)
{
  if (error_class_of(e, error_class) != error_class)
    return fault(MPI_ERR_ARG, ": %d is not an error class [MPI-4.1 9.5]",
                 error_class);
  *code = user_error_new(e);
  e->errors[*code - FIRST].error_class = error_class;
  struct user_error *added = user_error_find(e, error_class);
  if (added) added->codes++;
  return 0;
}

int user_error_set_text(struct user_errors *e, int code, const char *text)
{
  struct user_error *found = user_error_find(e, code);
  if (!found) return not_added("a class or code", code);
  if (strlen(text) >= MPI_MAX_ERROR_STRING)
    return fault(MPI_ERR_ARG,
                 ": the string has %zu characters, at most %d fit "
                 "[MPI-4.1 9.5]",
                 strlen(text), MPI_MAX_ERROR_STRING - 1);
  free(found->text);
  found->text = xstrdup(text);
  return 0;
}

static void user_error_remove(struct user_error *found)
{
  free(found->text);
  *found = (struct user_error){.live = false};
}

int user_error_remove_class(struct user_errors *e, int error_class)
{
  struct user_error *found = user_error_find(e, error_class);
  if (!found || found->error_class != error_class)
    return not_added("a class", error_class);
  if (found->codes)
    return fault(MPI_ERR_ARG, ": error class %d still has %d %s [MPI-4.1 9.5]",
                 error_class, found->codes,
                 found->codes == 1 ? "code" : "codes");
  user_error_remove(found);
  return 0;
}

int user_error_remove_code(struct user_errors *e, int code)
{
  struct user_error *found = user_error_find(e, code);
  if (!found || found->error_class == code) return not_added("a code", code);
  struct user_error *added = user_error_find(e, found->error_class);
  if (added) added->codes--;
  user_error_remove(found);
  return 0;
}

int user_error_remove_text(struct user_errors *e, int code)
{
  struct user_error *found = user_error_find(e, code);
  if (!found || !found->text)
    return not_added("a class or code with a string", code);
  free(found->text);
  found->text = NULL;
  return 0;
}

int error_class_of(const struct user_errors *e, int code)
{
  if (error_class_name(code)) return code;
  const struct user_error *found = user_error_find(e, code);
  return found ? found->error_class : -1;
}

const char *error_text_of(const struct user_errors *e, int code)
{
  if (error_class_name(code)) return error_class_text(code);
  const struct user_error *found = user_error_find(e, code);
  if (!found) return NULL;
  return found->text ? found->text : "";
}

int error_last_used(const struct user_errors *e)
{
  return MPI_ERR_LASTCODE + e->count;
}
