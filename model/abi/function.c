/* Looking for a function of MPI by its name. */
#include "function.h"

#include <stddef.h>
#include <string.h>

const struct function *function_named(const char *name)
{
  for (int i = 0; i < function_count; i++)
    if (!strcmp(functions[i].name, name)) return &functions[i];
  return NULL;
}
