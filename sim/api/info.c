/* The calls of info objects: MPI_Info_*, and MPI_INFO_ENV. All are local.
 * [MPI-4.1 10, 11.2.1] */
#include "objects.h"
#include "../../model/info/info.h"
#include "../../model/memory.h"
#include "../rank/handles.h"

#include <api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static struct info **env; /* by program of the command line */
static int env_count;

static char *joined(int argc, char *const argv[])
{
  size_t length = 1;
  char *text, *end;
  for (int i = 1; i < argc; i++)
    length += strlen(argv[i]) + 1;
  end = text = xcalloc(length, 1);
  for (int i = 1; i < argc; i++)
    end += sprintf(end, i > 1 ? " %s" : "%s", argv[i]);
  return text;
}

/* A value that is too long is left out, as one that is not known. */
static void describe(struct info *info, const char *key, const char *value)
{
  if (strlen(value) < MPI_MAX_INFO_VAL) info_set(info, key, value);
}

void info_env_describe(int app, int argc, char *const argv[], int maxprocs)
{
  char text[MPI_MAX_INFO_VAL];
  struct utsname machine;
  struct info *info = info_new();
  char *arguments = joined(argc, argv);
  if (argc > 0) describe(info, "command", argv[0]);
  describe(info, "argv", arguments);
  free(arguments);
  snprintf(text, sizeof text, "%d", maxprocs);
  describe(info, "maxprocs", text);
  if (uname(&machine) == 0) describe(info, "arch", machine.machine);
  if (getcwd(text, sizeof text)) describe(info, "wdir", text);
  info->constant = true;
  REACH(env, env_count, app);
  info_free(env[app]);
  env[app] = info;
}

static struct info *environment(void)
{
  static struct info unknown = {.constant = true};
  return self->app < env_count && env[self->app] ? env[self->app] : &unknown;
}

int info_of(MPI_Info handle, struct info **info)
{
  *info = NULL;
  if (handle == MPI_INFO_NULL) return 0;
  *info = handle == MPI_INFO_ENV
              ? environment()
              : rank_handle_use(HANDLE_INFO, (uintptr_t)handle);
  if (*info) return 0;
  if (!handle)
    return fault(MPI_ERR_INFO, ": the info is NULL, which is no handle; none "
                               "is MPI_INFO_NULL [MPI-4.1 10]");
  return check_no_object(HANDLE_INFO, (uintptr_t)handle, NULL);
}

/* As info_of where MPI wants an object. */
static int real_info_of(MPI_Info handle, struct info **info)
{
  int error = info_of(handle, info);
  if (error || *info) return error;
  return fault(MPI_ERR_INFO, ": the info is MPI_INFO_NULL [MPI-4.1 10]");
}

int info_give(struct info *info, MPI_Info *handle)
{
  uintptr_t h = rank_handle_new(HANDLE_INFO, info);
  int error = check_handle(h);
  if (error)
    info_free(info);
  else
    *handle = (MPI_Info)h;
  return error;
}

int api_Info_create(MPI_Info *info)
{
  return info_give(info_new(), info);
}

int api_Info_create_env(int argc, char *argv[], MPI_Info *info)
{
  (void)argc; /* of the environment, the launcher knows more */
  (void)argv;
  return info_give(info_dup(environment()), info);
}

int api_Info_dup(MPI_Info handle, MPI_Info *newinfo)
{
  struct info *info;
  int error = real_info_of(handle, &info);
  return error ? error : info_give(info_dup(info), newinfo);
}

int api_Info_free(MPI_Info *handle)
{
  struct info *info;
  int error = real_info_of(*handle, &info);
  if (error) return error;
  if (*handle == MPI_INFO_ENV)
    return fault(MPI_ERR_INFO,
                 ": MPI_INFO_ENV cannot be freed [MPI-4.1 11.2.1]");
  rank_handle_free(self, HANDLE_INFO, (uintptr_t)*handle);
  info_free(info);
  *handle = MPI_INFO_NULL;
  return 0;
}

int api_Info_set(MPI_Info handle, const char *key, const char *value)
{
  struct info *info;
  int error = real_info_of(handle, &info);
  return error ? error : info_set(info, key, value);
}

int api_Info_delete(MPI_Info handle, const char *key)
{
  struct info *info;
  int error = real_info_of(handle, &info);
  return error ? error : info_delete(info, key);
}

/* The value of a key; *value is NULL when it is not there. */
static int look_up(MPI_Info handle, const char *key, const char **value)
{
  struct info *info;
  int error = real_info_of(handle, &info);
  if (!error) error = info_check_key(key);
  if (!error) *value = info_get(info, key);
  return error;
}

int api_Info_get(MPI_Info info, const char *key, int valuelen, char *value,
                 int *flag)
{
  const char *found;
  int error = look_up(info, key, &found);
  if (error) return error;
  error = check_number(valuelen, "valuelen", "10");
  if (!error && found)
    error = check_array(value, (MPI_Count)valuelen + 1, "value");
  if (error) return error;
  *flag = found != NULL;
  if (found) snprintf(value, (size_t)valuelen + 1, "%s", found);
  return 0;
}

int api_Info_get_string(MPI_Info info, const char *key, int *buflen,
                        char *value, int *flag)
{
  const char *found;
  int error = look_up(info, key, &found);
  if (error) return error;
  error = check_number(*buflen, "buflen", "10");
  if (!error && found) error = check_array(value, *buflen, "value");
  if (error) return error;
  *flag = found != NULL;
  if (!found) return 0;
  if (*buflen > 0) snprintf(value, (size_t)*buflen, "%s", found);
  *buflen = (int)strlen(found) + 1;
  return 0;
}

int api_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen,
                          int *flag)
{
  const char *found;
  int error = look_up(info, key, &found);
  if (error) return error;
  *flag = found != NULL;
  if (found) *valuelen = (int)strlen(found);
  return 0;
}

int api_Info_get_nkeys(MPI_Info handle, int *nkeys)
{
  struct info *info;
  int error = real_info_of(handle, &info);
  if (!error) *nkeys = info->count;
  return error;
}

int api_Info_get_nthkey(MPI_Info handle, int n, char *key)
{
  struct info *info;
  int error = real_info_of(handle, &info);
  if (error) return error;
  if (n < 0 || n >= info->count)
    return fault(MPI_ERR_ARG,
                 ": n is %d, must be in [0, %d), the keys [MPI-4.1 10]", n,
                 info->count);
  strcpy(key, info->entries[n].key);
  return 0;
}
