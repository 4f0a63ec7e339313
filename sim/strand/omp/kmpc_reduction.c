/* Reductions in which tasks take part, in clang's form.
 *
 * Each variable has functions that set up a copy and add one to another. Each
 * thread of the team makes its copy when one of its tasks first asks for it;
 * at the end of the taskgroup they are added to the variable, in the order of
 * the threads. A region or a work-sharing construct with such reductions is a
 * taskgroup for each of its threads, and the last of them to end adds. */
#include "entry.h"
#include "team.h"

#include "../../where/heap.h"
#include "../../../model/memory.h"

#include <stdlib.h>
#include <string.h>

struct place;

/* What the program says of a variable. */
struct input {
  void *shared, *original;
  size_t size;
  void (*set_up)(void *copy, void *original);
  void (*end)(void *copy);
  void (*add)(void *to, void *from);
  unsigned flags;
};

/* The copies of all threads, by variable, then by thread; NULL: not asked for
 * yet. */
struct copies {
  int count, threads;
  int users; /* threads whose taskgroup has not ended */
  void *of[];
};

/* What one taskgroup registered: in that of a region, each thread names its
 * own partial result, to which the last adds all copies. */
struct reductions {
  struct copies *copies;
  struct input variables[];
};

static struct copies *copies_new(int count, int threads, int users)
{
  struct copies *c =
      xcalloc(1, sizeof *c + (size_t)(count * threads) * sizeof(void *));
  c->count = count;
  c->threads = threads;
  c->users = users;
  return c;
}

static struct reductions *reductions_new(struct copies *c,
                                         const struct input *list)
{
  size_t n = (size_t)c->count * sizeof *list;
  struct reductions *r = xcalloc(1, sizeof *r + n);
  r->copies = c;
  memcpy(r->variables, list, n);
  return r;
}

static void **copy_of(const struct copies *c, int variable, int thread)
{
  return (void **)&c->of[variable * c->threads + thread];
}

static void add_copies(const struct reductions *r, int variable)
{
  const struct input *v = &r->variables[variable];
  for (int k = 0; k < r->copies->threads; k++) {
    void *copy = *copy_of(r->copies, variable, k);
    if (!copy) continue;
    v->add(v->shared, copy);
    if (v->end) v->end(copy);
    heap_free(copy, "end of taskgroup", task_site((void *)v->add));
  }
}

/* Self's taskgroup has ended. */
static void leave(struct reductions *r)
{
  struct copies *c = r->copies;
  crew_release(c, 0);
  if (--c->users == 0) {
    crew_acquire(c, 0);
    crew_forget(c, 0);
    for (int i = 0; i < c->count; i++)
      add_copies(r, i);
    free(c);
  }
  free(r);
}

static void end_group(struct pause pause)
{
  struct taskgroup *g = task_self()->group;
  struct reductions *r = g ? g->reductions : NULL;
  taskgroup_end(pause);
  if (r) leave(r);
}

ENTRY void __kmpc_end_taskgroup(struct place *at UNUSED, int thread UNUSED)
{
  end_group(HERE("taskgroup"));
}

/* --- registered --- */

ENTRY void *__kmpc_taskred_init(int thread UNUSED, int count,
                                const struct input *list)
{
  struct task *me = task_self();
  me->group->reductions =
      reductions_new(copies_new(count, me->team->size, 1), list);
  return me->group;
}

ENTRY void *__kmpc_task_reduction_init(int thread, int count,
                                       const struct input *list)
{
  return __kmpc_taskred_init(thread, count, list);
}

/* The first thread that comes makes room for the copies of all. */
static void *register_shared(bool work_sharing, int count,
                             const struct input *list)
{
  rank_meet();
  struct team *t = task_self()->team;
  struct copies **c = (struct copies **)&t->reductions[work_sharing];
  struct taskgroup *g = taskgroup_begin();
  if (!*c) *c = copies_new(count, t->size, t->size);
  g->reductions = reductions_new(*c, list);
  return g;
}

ENTRY void *__kmpc_taskred_modifier_init(struct place *at UNUSED,
                                         int thread UNUSED, int work_sharing,
                                         int count, const struct input *list)
{
  return register_shared(work_sharing, count, list);
}

ENTRY void *__kmpc_task_reduction_modifier_init(struct place *at UNUSED,
                                                int thread UNUSED,
                                                int work_sharing, int count,
                                                const struct input *list)
{
  return register_shared(work_sharing, count, list);
}

ENTRY void __kmpc_task_reduction_modifier_fini(struct place *at UNUSED,
                                               int thread UNUSED,
                                               int work_sharing)
{
  void **copies = &task_self()->team->reductions[work_sharing != 0];
  bool last = *copies && ((struct copies *)*copies)->users == 1;
  end_group(HERE("reduction"));
  if (last) *copies = NULL;
}

/* --- a task asks for the copy of its thread --- */

static bool is_variable(const struct reductions *r, int variable, void *item)
{
  const struct input *v = &r->variables[variable];
  if (v->shared == item || v->original == item) return true;
  for (int k = 0; k < r->copies->threads; k++) {
    char *copy = *copy_of(r->copies, variable, k);
    if (copy && (char *)item >= copy && (char *)item < copy + v->size)
      return true;
  }
  return false;
}

static struct reductions *find(const struct taskgroup *g, void *item,
                               int *variable)
{
  for (; g; g = g->outer) {
    struct reductions *r = g->reductions;
    for (int i = 0; r && i < r->copies->count; i++)
      if (is_variable(r, *variable = i, item)) return r;
  }
  return NULL;
}

ENTRY void *__kmpc_task_reduction_get_th_data(int thread UNUSED, void *group,
                                              void *item)
{
  int variable;
  const struct task *me = task_self();
  struct reductions *r = find(group ? group : me->group, item, &variable);
  if (!r) return item;
  const struct input *v = &r->variables[variable];
  void **copy = copy_of(r->copies, variable, me->member->number);
  if (*copy) return *copy;
  *copy = heap_made(xcalloc(1, v->size), v->size, task_site((void *)v->add));
  if (v->set_up) v->set_up(*copy, v->original ? v->original : v->shared);
  return *copy;
}
