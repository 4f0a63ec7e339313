/* Operators of a program's own: C++'s new and delete, where it has replaced
 * them (engine/operators.h).
 *
 * Invariant: they are found once for each program, and a rank's are those in
 * its image. */
#include "template.h"

#include "../rank/rank.h"

#include <string.h>

bool operators_include(const char *name)
{
  if (strncmp(name, "_Zn", 3) != 0 && strncmp(name, "_Zd", 3) != 0)
    return false;
  for (int i = 0; i < OPERATORS; i++)
    if (strcmp(name, operator_names[i]) == 0) return true;
  return false;
}

/* An allocator's library is left, as in symbols.c. */
static size_t offset_of_own(const struct image_template *t, const char *name)
{
  struct symbol s;
  for (int i = 0; i < t->object_count; i++)
    if (!t->objects[i]->allocates && symbol_in(t->objects[i], name, &s) == 0 &&
        s.kind == SYMBOL_OFFSET)
      return s.value;
  return 0;
}

static void *own_operator(int number)
{
  const struct image *i = self ? self->image : NULL;
  size_t own = i ? i->of->operators.own[number] : 0;
  return own ? i->base + own : NULL;
}

void operators_find(struct image_template *t)
{
  for (int i = 0; i < OPERATORS; i++) {
    t->operators.own[i] = offset_of_own(t, operator_names[i]);
    if (t->operators.own[i]) t->operators.any = true;
  }
  if (t->operators.any) operator_own = own_operator;
}
