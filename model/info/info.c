/* Info objects: ordered lists of strings, searched from the front: they hold
 * a handful of hints. */
#include "info.h"
#include "../error/fault.h"
#include "../memory.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct info *info_new(void)
{
  return xcalloc(1, sizeof(struct info));
}

static void append(struct info *info, const char *key, const char *value)
{
  GROW(info->entries, info->count, info->size, 4);
  info->entries[info->count].key = xstrdup(key);
  info->entries[info->count++].value = xstrdup(value);
}

struct info *info_dup(const struct info *info)
{
  struct info *copy = info_new();
  for (int i = 0; i < info->count; i++)
    append(copy, info->entries[i].key, info->entries[i].value);
  return copy;
}

void info_free(struct info *info)
{
  if (!info) return;
  for (int i = 0; i < info->count; i++) {
    free(info->entries[i].key);
    free(info->entries[i].value);
  }
  free(info->entries);
  free(info);
}

static int find(const struct info *info, const char *key)
{
  for (int i = 0; info && i < info->count; i++)
    if (strcmp(info->entries[i].key, key) == 0) return i;
  return -1;
}

const char *info_get(const struct info *info, const char *key)
{
  int i = find(info, key);
  return i < 0 ? NULL : info->entries[i].value;
}

bool info_true(const struct info *info, const char *key)
{
  const char *value = info_get(info, key);
  return value && strcmp(value, "true") == 0;
}

int info_check_key(const char *key)
{
  if (!key)
    return fault(MPI_ERR_INFO_KEY, ": the key is a null pointer [MPI-4.1 10]");
  if (!*key) return fault(MPI_ERR_INFO_KEY, ": the key is empty [MPI-4.1 10]");
  if (strlen(key) >= MPI_MAX_INFO_KEY)
    return fault(MPI_ERR_INFO_KEY,
                 ": the key has %zu characters, %d is the limit [MPI-4.1 10]",
                 strlen(key), MPI_MAX_INFO_KEY - 1);
  return 0;
}

static int check_value(const char *value)
{
  if (!value)
    return fault(MPI_ERR_INFO_VALUE,
                 ": the value is a null pointer [MPI-4.1 10]");
  if (strlen(value) >= MPI_MAX_INFO_VAL)
    return fault(MPI_ERR_INFO_VALUE,
                 ": the value has %zu characters, %d is the limit "
                 "[MPI-4.1 10]",
                 strlen(value), MPI_MAX_INFO_VAL - 1);
  return 0;
}

static int check_writable(const struct info *info)
{
  if (!info->constant) return 0;
  return fault(MPI_ERR_INFO, ": MPI_INFO_ENV cannot be changed "
                             "[MPI-4.1 11.2.1]");
}

int info_set(struct info *info, const char *key, const char *value)
{
  int error = info_check_key(key);
  int i;
  if (!error) error = check_value(value);
  if (!error) error = check_writable(info);
  if (error) return error;
  i = find(info, key);
  if (i < 0) {
    append(info, key, value);
    return 0;
  }
  value = xstrdup(value); /* it may be the old one */
  free(info->entries[i].value);
  info->entries[i].value = (char *)value;
  return 0;
}

int info_delete(struct info *info, const char *key)
{
  int error = info_check_key(key);
  int i;
  if (!error) error = check_writable(info);
  if (error) return error;
  i = find(info, key);
  if (i < 0)
    return fault(MPI_ERR_INFO_NOKEY,
                 ": the info has no key \"%s\" [MPI-4.1 10]", key);
  free(info->entries[i].key);
  free(info->entries[i].value);
  info->count--;
  memmove(info->entries + i, info->entries + i + 1,
          (size_t)(info->count - i) * sizeof *info->entries);
  return 0;
}
