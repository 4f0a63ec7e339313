/* Control variables: the parameters of the timing model, as sim/cost lists
 * them. Platform and command line set them; a program reads. [MPI-4.1 15.3.6]
 *
 * A parameter's type follows from its name and from what it takes; one that
 * the table below does not know is text. */
#include "tool.h"

#include "../../model/memory.h"
#include "../cost/cost.h"
#include "../plain_locale.h"

#include <api.h>
#include <stdlib.h>
#include <string.h>

struct known {
  const char *name;
  MPI_Datatype type;
  const char *text;
};

static const struct known known[] = {
    {"o_put", MPI_CHAR, "CPU time of a put, by size: s + s/B"},
    {"o_get", MPI_CHAR, "CPU time of a get, by size: s + s/B"},
    {"o_acc", MPI_CHAR, "CPU time of an accumulate, by size: s + s/B"},
    {"o_send", MPI_CHAR, "CPU time of a send, by size: s + s/B"},
    {"o_recv", MPI_CHAR, "CPU time of completing a receive, by size: s + s/B"},
    {"gap", MPI_DOUBLE, "least time between messages of an interface: s"},
    {"interface", MPI_DOUBLE, "latency of the two interfaces: s"},
    {"ack", MPI_DOUBLE, "completion notice, as a share of the latency"},
    {"atomic", MPI_DOUBLE, "time per element that an interface applies: s"},
    {"combine", MPI_DOUBLE, "speed of a software reduction: B/s"},
    {"copy", MPI_DOUBLE, "speed of a local copy: B/s"},
    {"eager", MPI_UNSIGNED_LONG, "largest payload sent at once: B"},
    {"flow_min", MPI_UNSIGNED_LONG, "largest payload that is no flow: B"},
    {"clock", MPI_DOUBLE, "reading the simulated time: s"},
    {"poll", MPI_DOUBLE, "a poll that finds nothing: s"},
    {"noise", MPI_DOUBLE, "CPU time takes up to this share longer, by lot"},
    {"noise_seed", MPI_UNSIGNED_LONG, "which lots"},
    {"protocol", MPI_INT, "how data moves"},
    {"progress", MPI_INT, "who serves a passive target"},
    {"network", MPI_INT, "what messages share"},
};

struct cvar {
  const char *name;
  char *value; /* as cost_each tells it */
  const struct known *known;
};

static struct cvar *cvars;
static int cvar_count;

static void add_cvar(const char *name, const char *value, void *arg)
{
  static const struct known other = {"", MPI_CHAR,
                                     "a parameter of the timing model"};
  (void)arg;
  cvars = xgrow(cvars, cvar_count, sizeof *cvars);
  struct cvar *c = &cvars[cvar_count++];
  *c = (struct cvar){xstrdup(name), xstrdup(value), &other};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i].name, name) == 0) c->known = &known[i];
}

int tool_cvar_count(void)
{
  if (!cvars) cost_each(add_cvar, NULL);
  return cvar_count;
}

static int check_cvar(int index)
{
  return tool_check_index(index, tool_cvar_count(), "control variable");
}

/* --- what there is --- */

int api_T_cvar_get_num(int *count)
{
  int error = tool_check();
  if (!error) *count = tool_cvar_count();
  return error;
}

int api_T_cvar_get_info(int index, char *name, int *name_len, int *verbosity,
                        MPI_Datatype *datatype, MPI_T_enum *enumtype,
                        char *desc, int *desc_len, int *bind, int *scope)
{
  int error = check_cvar(index);
  if (error) return error;
  const struct cvar *c = &cvars[index];
  tool_give_text(c->name, name, name_len);
  tool_give_text(c->known->text, desc, desc_len);
  TOOL_GIVE(verbosity, MPI_T_VERBOSITY_USER_BASIC);
  TOOL_GIVE(datatype, c->known->type);
  TOOL_GIVE(enumtype, tool_enum_of(c->name));
  TOOL_GIVE(bind, MPI_T_BIND_NO_OBJECT);
  TOOL_GIVE(scope, MPI_T_SCOPE_CONSTANT);
  return 0;
}

int api_T_cvar_get_index(const char *name, int *index)
{
  int error = tool_check();
  if (error) return error;
  for (int i = 0; name && i < tool_cvar_count(); i++)
    if (strcmp(cvars[i].name, name) == 0) {
      *index = i;
      return 0;
    }
  return fault(MPI_T_ERR_INVALID_NAME, ": there is no control variable \"%s\"",
               name ? name : "(null)");
}

/* --- handles --- */

int api_T_cvar_handle_alloc(int index, void *object, MPI_T_cvar_handle *handle,
                            int *count)
{
  (void)object; /* none is bound to any */
  int error = check_cvar(index);
  if (error) return error;
  const struct cvar *c = &cvars[index];
  uintptr_t h = handle_new(&self->handles, HANDLE_TOOL_CVAR, (void *)c);
  if (!h) return fault(MPI_T_ERR_OUT_OF_HANDLES, ": too many handles");
  *handle = (MPI_T_cvar_handle)h;
  *count = c->known->type == MPI_CHAR ? (int)strlen(c->value) + 1 : 1;
  return 0;
}

static int cvar_of(MPI_T_cvar_handle handle, const struct cvar **cvar)
{
  int error = tool_check();
  if (error) return error;
  *cvar = handle_find(&self->handles, HANDLE_TOOL_CVAR, (uintptr_t)handle);
  if (*cvar) return 0;
  return fault(MPI_T_ERR_INVALID_HANDLE,
               ": the handle is not one of a control variable");
}

int api_T_cvar_handle_free(MPI_T_cvar_handle *handle)
{
  const struct cvar *c;
  int error = cvar_of(*handle, &c);
  if (error) return error;
  handle_free(&self->handles, HANDLE_TOOL_CVAR, (uintptr_t)*handle);
  *handle = MPI_T_CVAR_HANDLE_NULL;
  return 0;
}

int api_T_cvar_read(MPI_T_cvar_handle handle, void *buf)
{
  const struct cvar *c;
  int error = cvar_of(handle, &c);
  if (error) return error;
  locale_t program = plain_locale_enter();
  if (c->known->type == MPI_CHAR)
    strcpy(buf, c->value);
  else if (c->known->type == MPI_INT)
    *(int *)buf = tool_enum_number(c->name, c->value);
  else if (c->known->type == MPI_UNSIGNED_LONG)
    *(unsigned long *)buf = strtoul(c->value, NULL, 10);
  else
    *(double *)buf = strtod(c->value, NULL);
  plain_locale_leave(program);
  return 0;
}

int api_T_cvar_write(MPI_T_cvar_handle handle, const void *buf)
{
  const struct cvar *c;
  int error = cvar_of(handle, &c);
  (void)buf;
  if (error) return error;
  return fault(MPI_T_ERR_CVAR_SET_NEVER,
               ": %s is set by the platform file or by --cost", c->name);
}
