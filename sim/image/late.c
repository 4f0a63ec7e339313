/* Late libraries: what ranks open while they run.
 *
 * Each is a template of its own, with one file, made when the first rank opens
 * it. A rank that opens it has an image of it, at the place of its number. Its
 * symbols are looked for in the program, in what was opened for all, and in
 * what the library that was asked for leads to: once, when it is made.
 * Invariant: all that a library in a rank's list needs is in that list, and
 * nothing is ever taken out. */
#include "template.h"

#include "../../model/memory.h"

#include <stdlib.h>

static bool is_in(const struct object *const *list, const struct object *o)
{
  while (*list && *list != o)
    list++;
  return *list;
}

const struct object **late_reach(const struct image_template *program,
                                 const struct object *o)
{
  const struct object **list = xcalloc(program->late_count + 1, sizeof *list);
  int count = 0;
  if (o->of->program) list[count++] = o;
  for (int at = 0; at < count; at++)
    for (int k = 0; k < list[at]->needed_count; k++) {
      const struct object *needed = list[at]->needed[k];
      if (needed->of->program && !is_in(list, needed)) list[count++] = needed;
    }
  return list;
}

/* --- made once for all ranks --- */

static const struct object **scope_of(const struct image_template *program,
                                      const struct object *root)
{
  const struct object **reached = late_reach(program, root);
  const struct object **list =
      xcalloc(2 * program->late_count + 1, sizeof *list);
  int count = 0;
  for (int k = 0; k < program->late_count; k++)
    if (program->late[k]->global) list[count++] = program->late[k]->objects[0];
  for (int k = 0; reached[k]; k++)
    list[count++] = reached[k];
  free(reached);
  return list;
}

/* The stacks of ranks are there already. */
static int refuse_stack(const struct object *o, struct why why)
{
  if (!o->stack_runs) return 0;
  return refuse_file(why,
                     "%s: puts code on its stack, which a library that is "
                     "opened at run time cannot do; link the program with it",
                     o->path);
}

/* Make the objects behind the first `from`, of which `root` was asked for; the
 * list grows by what they need. */
static int make(struct image_template *program, int from,
                const struct object *root, struct why why)
{
  for (int k = from; k < program->late_count; k++)
    if (libraries_find(program->late[k], why)) return -1;
  const struct object **scope = scope_of(program, root);
  for (int k = from; k < program->late_count; k++) {
    struct image_template *t = program->late[k];
    t->scope = scope;
    if (refuse_stack(t->objects[0], why) || template_load(t, why) ||
        tls_plan_late(program, t->objects[0], why))
      return -1;
  }
  for (int k = from; k < program->late_count; k++)
    if (template_relocate(program->late[k], why)) return -1;
  for (int k = from; k < program->late_count; k++) {
    struct image_template *t = program->late[k];
    image_plan(t, program->planned);
    t->mapped = xcalloc(program->planned, sizeof *t->mapped);
    template_complete(t);
  }
  return 0;
}

static int unmake(struct image_template *program, int from)
{
  while (program->late_count > from)
    template_close(program->late[--program->late_count]);
  return -1;
}

/* --- for a rank --- */

static bool has(const struct image *i, const struct image_template *t)
{
  for (int k = 0; k < i->late_count; k++)
    if (i->late[k] == t) return true;
  return false;
}

bool late_is_there(const struct image *i, const struct image_template *t)
{
  return !t->mapped || (i && has(i, t));
}

/* What it needs before itself; a cycle is cut where it is met again. */
static void add(struct image *i, struct object *o)
{
  if (!o->of->program || o->ordered || has(i, o->of)) return;
  o->ordered = true;
  for (int k = 0; k < o->needed_count; k++)
    add(i, o->needed[k]);
  o->ordered = false;
  i->late = xgrow(i->late, i->late_count, sizeof *i->late);
  i->late[i->late_count++] = o->of;
}

static void enter(struct image *i, struct object *o)
{
  int from = i->late_count;
  add(i, o);
  int to = i->late_count;
  for (int k = from; k < to; k++) {
    image_map_late(i, i->late[k]);
    tls_add_late(i, i->late[k]->objects[0]);
  }
  for (int k = from; k < to; k++)
    image_construct(i, i->late[k]->objects[0],
                    *(char ***)libc_address(i, LIBC_ENVIRON));
}

int late_open(struct image *i, const struct object *by, const char *name,
              bool global, struct object **found, void **shared, struct why why)
{
  struct image_template *program = i->of;
  int from = program->late_count;
  if (library_named(by, name, found, shared, why)) return unmake(program, from);
  if (!*found) return 0;
  if (program->late_count > from && make(program, from, *found, why))
    return unmake(program, from);
  if (global) {
    const struct object **reached = late_reach(program, *found);
    for (int k = 0; reached[k]; k++)
      reached[k]->of->global = true;
    free(reached);
  }
  enter(i, *found);
  return 0;
}
