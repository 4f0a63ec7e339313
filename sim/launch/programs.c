/* The templates of the programs, and what is asked of all of them.
 *
 * Invariant: programs of one path are one template, so that each is opened,
 * planned for and told of once. */
#include "programs.h"

#include "../api/objects.h"
#include "../code/atomic.h"
#include "../engine/guard.h"
#include "../image/image.h"
#include "../../model/abi/function.h"
#include "../../model/memory.h"

#include <stdio.h>
#include <string.h>

static struct image_template **templates; /* by app */

struct image_template *program_of(int app)
{
  return templates[app];
}

struct opening {
  const char *path;
  struct image_template *opened;
  int result;
  char why[WHY];
};

static void open_template(void *arg)
{
  struct opening *o = arg;
  o->result = image_open(o->path, &o->opened, o->why, sizeof o->why);
}

static struct image_template *open_program(const char *path)
{
  static struct opening o;
  o.path = path;
  if (!guard_run(open_template, &o))
    usage_error("%s: is damaged, or a library of it: what its tables name lies "
                "outside of it",
                path);
  if (o.result) usage_error("%s", o.why);
  return o.opened;
}

void programs_open(const struct options *o)
{
  templates = xcalloc(o->app_count, sizeof *templates);
  for (int i = 0; i < o->app_count; i++) {
    const char *path = o->apps[i].argv[0];
    for (int k = 0; k < i && !templates[i]; k++)
      if (!strcmp(o->apps[k].argv[0], path)) templates[i] = templates[k];
    if (!templates[i]) templates[i] = open_program(path);
    if (o->enter && !image_enter(templates[i], o->enter))
      usage_error("--enter: %s has no code at 0x%lx", path, o->enter);
    if (image_stack_runs(templates[i])) engine_execute_stacks();
  }
}

/* Is it the first program of its template? */
static bool is_first(int app)
{
  for (int k = 0; k < app; k++)
    if (templates[k] == templates[app]) return false;
  return true;
}

/* --- --missing --- */

static void print_missing(const char *name, void *arg)
{
  int *count = arg;
  const char *bare = name[0] == 'P' ? name + 1 : name;
  for (int i = 0; i < function_count; i++) {
    if (strcmp(functions[i].name, bare)) continue;
    if (functions[i].supported && !functions[i].refuses) return;
    break;
  }
  printf("%s\n", name);
  ++*count;
}

void programs_missing(const struct options *o)
{
  int count = 0;
  for (int i = 0; i < o->app_count; i++)
    image_calls(templates[i], print_missing, &count);
  if (!count) printf("nothing is missing\n");
  say_and_exit();
}

/* --- images --- */

static int ranks_like(const struct options *o, int app)
{
  int ranks = 0;
  for (int k = 0; k < o->app_count; k++)
    if (templates[k] == templates[app]) ranks += o->apps[k].ranks;
  return ranks;
}

void programs_plan(const struct options *o)
{
  for (int i = 0; i < o->app_count; i++) {
    const struct app *a = &o->apps[i];
    info_env_describe(i, a->argc, a->argv, a->ranks);
    if (is_first(i)) image_plan(templates[i], ranks_like(o, i));
  }
}

/* --- what the checker cannot see --- */

bool programs_any_checked(const struct options *o)
{
  for (int i = 0; i < o->app_count; i++)
    if (image_checked(templates[i])) return true;
  return false;
}

struct names {
  const char **list;
  int count;
};

static void add_unseen(const char *path, void *arg)
{
  struct names *unseen = arg;
  unseen->list = xgrow(unseen->list, unseen->count, sizeof *unseen->list);
  unseen->list[unseen->count++] = basename(path);
}

const char *const *programs_unseen(const struct options *o, int *count)
{
  struct names unseen = {0};
  for (int i = 0; i < o->app_count; i++)
    if (is_first(i)) image_unchecked(templates[i], add_unseen, &unseen);
  *count = unseen.count;
  return unseen.list;
}

const char *programs_own_atomics(const struct options *o)
{
  for (int i = 0; i < o->app_count; i++) {
    const char *path = NULL;
    if (is_first(i)) path = image_checked_code(templates[i], code_has_atomics);
    if (path) return basename(path);
  }
  return NULL;
}
