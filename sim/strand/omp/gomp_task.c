/* gcc's entry points: tasks.
 *
 * A task is a function and a block of arguments, which a function of the
 * program copies if plain bytes do not do. */
#include "entry.h"
#include "gomp.h"
#include "team.h"

#include "../../where/heap.h"
#include "../../../model/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
  FLAG_FINAL = 2,
  FLAG_DEPEND = 8,
  FLAG_PRIORITY = 16,
  FLAG_UP = 256,
  FLAG_GRAINSIZE = 512,
  FLAG_IF = 1024,
  FLAG_NOGROUP = 2048,
  FLAG_REDUCTION = 4096,
  FLAG_DETACH = 8192,
  FLAG_STRICT = 16384,
};

typedef void function(void *);
typedef void copier(void *to, void *from);

static void run(struct task *task)
{
  ((function *)task->code)(task->data);
}

/* Make a task, with a copy of the arguments of its own. */
static struct task *make(function *f, void *data, copier *copy, long size,
                         long align)
{
  struct task *task = task_new();
  uintptr_t to;
  size_t bytes = (size_t)(size + align);
  task->memory = heap_made(xmalloc(bytes), bytes, task_site((void *)f));
  to = ((uintptr_t)task->memory + (uintptr_t)align - 1) & -(uintptr_t)align;
  task->run = run;
  task->code = (void *)f;
  task->data = (void *)to;
  if (copy)
    copy(task->data, data);
  else if (size)
    memcpy(task->data, data, (size_t)size);
  return task;
}

/* --- dependences --- */

/* In an omp_depend_t: gcc's numbers. */
enum { OBJECT_IN = 1, OBJECT_SET = 5 };

static struct dependence of_object(void *const *object)
{
  uintptr_t kind = (uintptr_t)object[1];
  return (struct dependence){object[0], kind == OBJECT_IN    ? DEPEND_IN
                                        : kind == OBJECT_SET ? DEPEND_SET
                                                             : DEPEND_OUT};
}

/* How many, into *list, which the caller frees. An array without objects
 * begins with the number of all and that of `out`; one that has some, with a
 * zero, and the numbers of all, of `out`, of `mutexinoutset` and of `in`. */
static int read_depend(void *const *depend, struct dependence **list)
{
  bool plain = depend[0] != NULL;
  size_t n = (size_t)depend[plain ? 0 : 1];
  size_t out = (size_t)depend[plain ? 1 : 2];
  size_t in = n;
  void *const *at = depend + (plain ? 2 : 5);
  if (!plain) {
    out += (size_t)depend[3];
    in = out + (size_t)depend[4];
  }
  *list = xcalloc(n + 1, sizeof **list);
  for (size_t i = 0; i < n; i++)
    (*list)[i] = i < out  ? (struct dependence){at[i], DEPEND_OUT}
                 : i < in ? (struct dependence){at[i], DEPEND_IN}
                          : of_object(at[i]);
  return (int)n;
}

/* --- entries --- */

ENTRY void GOMP_task(function *f, void *data, copier *copy, long size,
                     long align, bool deferred, unsigned flags, void **depend,
                     int priority, void *event)
{
  struct dependence *list = NULL;
  int n = flags & FLAG_DEPEND ? read_depend(depend, &list) : 0;
  /* The copy is made from what the event is written to. */
  struct task *task = make(f, data, copy, size, align);
  if (flags & FLAG_FINAL) task->final = true;
  if (flags & FLAG_PRIORITY) task_prioritise(task, priority);
  if (flags & FLAG_DETACH) {
    task->waits_for_event = true;
    *(struct task **)event = task;
    *(struct task **)task->data = task;
  }
  task_submit(task, !deferred || task->final, list, n, HERE("task"));
  free(list);
}

ENTRY void GOMP_taskwait(void)
{
  task_wait(HERE("taskwait"));
}

void gomp_wait_depend(void **depend, struct pause pause)
{
  struct dependence *list;
  int n = read_depend(depend, &list);
  task_wait_depend(list, n, pause);
  free(list);
}

ENTRY void GOMP_taskwait_depend(void **depend)
{
  gomp_wait_depend(depend, HERE("taskwait"));
}

ENTRY void GOMP_taskyield(void)
{
  task_yield();
}

ENTRY void GOMP_taskgroup_start(void)
{
  taskgroup_begin();
}

ENTRY void GOMP_taskgroup_end(void)
{
  taskgroup_end(HERE("taskgroup"));
}

/* --- loops of tasks: the arguments begin with the bounds of each --- */

struct loop {
  function *f;
  void *data;
  copier *copy;
  long size, align;
  unsigned flags;
  int priority;
  uint64_t start, end, step, total, tasks, grain;
};

static void submit_one(const struct loop *l, uint64_t k)
{
  uint64_t from, to;
  struct task *task = make(l->f, l->data, l->copy, l->size, l->align);
  uint64_t *bounds = task->data;
  taskloop_range(l->total, l->tasks, k, l->grain, &from, &to);
  bounds[0] = l->start + from * l->step;
  bounds[1] = to == l->total ? l->end : l->start + to * l->step;
  if (l->flags & FLAG_FINAL) task->final = true;
  if (l->flags & FLAG_PRIORITY) task_prioritise(task, l->priority);
  task_submit(task, !(l->flags & FLAG_IF) || task->final, NULL, 0,
              HERE("taskloop"));
}

/* Behind the two bounds stands what the reductions are registered with. */
static void run_loop(struct loop *l, uint64_t value, struct pause pause)
{
  enum cut cut = l->flags & FLAG_GRAINSIZE ? CUT_GRAIN : CUT_TASKS;
  if (!(l->flags & FLAG_NOGROUP)) {
    struct taskgroup *g = taskgroup_begin();
    if (l->flags & FLAG_REDUCTION) {
      uintptr_t *reductions = ((uintptr_t **)l->data)[2];
      gomp_reductions_open(reductions, NULL, (unsigned)task_self()->team->size,
                           g->outer ? g->outer->reductions : NULL);
      g->reductions = reductions;
    }
  }
  l->tasks = taskloop_tasks(l->total, cut, value);
  if (cut == CUT_GRAIN && l->flags & FLAG_STRICT && value > 0) {
    l->grain = value;
    l->tasks = parts_of(l->total, value);
  }
  for (uint64_t k = 0; k < l->tasks; k++)
    submit_one(l, k);
  if (!(l->flags & FLAG_NOGROUP)) taskgroup_end(pause);
}

ENTRY void GOMP_taskloop(function *f, void *data, copier *copy, long size,
                         long align, unsigned flags, unsigned long value,
                         int priority, long start, long end, long step)
{
  struct loop l = {f, data, copy, size, align, flags, priority,
                   0, 0,    0,    0,    0,     0};
  l.start = (uint64_t)start;
  l.end = (uint64_t)end;
  l.step = (uint64_t)step;
  if (step > 0 && start < end) l.total = parts_of(l.end - l.start, l.step);
  if (step < 0 && start > end) l.total = parts_of(l.start - l.end, -l.step);
  run_loop(&l, value, HERE("taskloop"));
}

ENTRY void GOMP_taskloop_ull(function *f, void *data, copier *copy, long size,
                             long align, unsigned flags, unsigned long value,
                             int priority, uint64_t start, uint64_t end,
                             uint64_t step)
{
  struct loop l = {f,     data, copy, size, align, flags, priority,
                   start, end,  step, 0,    0,     0};
  bool up = flags & FLAG_UP;
  if (up && start < end) l.total = parts_of(end - start, step);
  if (!up && start > end) l.total = parts_of(start - end, -step);
  run_loop(&l, value, HERE("taskloop"));
}
