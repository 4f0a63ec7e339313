/* Looking for a function of MPI by its name. */
#include "function.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The table is sorted by names. */
int function_number(const struct function *f)
{
  size_t length = strlen(f->name);
  bool wide = length > 2 && !strcmp(f->name + length - 2, "_c");
  return (int)(f - functions) - wide;
}

const struct function *function_named(const char *name)
{
  for (int i = 0; i < function_count; i++)
    if (!strcmp(functions[i].name, name)) return &functions[i];
  return NULL;
}
