/* clang's entry points: tasks.
 *
 * A task is a block whose beginning is struct block; the program's private
 * variables follow in it, then pointers to what it shares. Before it, we keep
 * what we know of it. It is made, filled by the program, and submitted. */
#include "entry.h"
#include "team.h"

#include "../../where/heap.h"
#include "../../../model/memory.h"

#include <stdlib.h>
#include <string.h>

struct place;

struct block {
  void *shared;
  int (*routine)(int thread, struct block *);
  int part;
  union {
    int (*destructors)(int thread, struct block *);
    int number;
  } first, second; /* `second` is the priority */
};

enum {
  FLAG_FINAL = 2,
  FLAG_DESTRUCTORS = 8,
  FLAG_PRIORITY = 32,
};

/* A multiple of 16 bytes, so that the block is aligned as malloc's are. */
struct head {
  struct task *task;   /* NULL before it is submitted, or asked for its event */
  size_t size, shared; /* of the block up to the pointers, and of these */
  int flags;
  bool runs, again; /* it has submitted itself */
};
_Static_assert(sizeof(struct head) % 16 == 0, "alignment");

static struct head *head_of(struct block *b)
{
  return (struct head *)((char *)b - sizeof(struct head));
}

ENTRY struct block *__kmpc_omp_task_alloc(struct place *at UNUSED,
                                          int thread UNUSED, int flags,
                                          size_t size, size_t shared,
                                          int (*f)(int, struct block *))
{
  size = (size + 7) & ~(size_t)7;
  size_t bytes = sizeof(struct head) + size + shared;
  struct head *h = heap_made(xcalloc(1, bytes), bytes, task_site((void *)f));
  struct block *b = (struct block *)(h + 1);
  h->size = size;
  h->shared = shared;
  h->flags = flags;
  b->shared = shared ? (char *)b + size : NULL;
  b->routine = f;
  return b;
}

/* Of a target with nowait, which the host executes. */
ENTRY struct block *__kmpc_omp_target_task_alloc(struct place *at, int thread,
                                                 int flags, size_t size,
                                                 size_t shared,
                                                 int (*f)(int, struct block *),
                                                 int64_t device UNUSED)
{
  return __kmpc_omp_task_alloc(at, thread, flags, size, shared, f);
}

/* An untied task is cut at its scheduling points: a part submits the task again
 * for the next and returns. */
static void run_rest(struct block *b)
{
  struct head *h = head_of(b);
  while (h->again) {
    h->again = false;
    b->routine(self->strand->number, b);
  }
}

static void run(struct task *task)
{
  struct head *h = head_of(task->data);
  h->runs = h->again = true;
  run_rest(task->data);
}

static bool submits_itself(struct block *b)
{
  struct head *h = head_of(b);
  if (h->runs) h->again = true;
  return h->runs;
}

static void destroy(struct task *task)
{
  struct block *b = task->data;
  b->first.destructors(self->strand->number, b);
}

static struct task *make(struct block *b)
{
  struct head *h = head_of(b);
  struct task *task = h->task ? h->task : task_new();
  h->task = task;
  task->memory = h;
  task->data = b;
  task->run = run;
  task->code = (void *)b->routine;
  if (h->flags & FLAG_DESTRUCTORS) task->discard = destroy;
  if (h->flags & FLAG_FINAL) task->final = true;
  if (h->flags & FLAG_PRIORITY) task_prioritise(task, b->second.number);
  return task;
}

ENTRY void *__kmpc_task_allow_completion_event(struct place *at UNUSED,
                                               int thread UNUSED,
                                               struct block *b)
{
  struct head *h = head_of(b);
  if (!h->task) h->task = task_new();
  h->task->waits_for_event = true;
  return h->task;
}

/* --- submitted --- */

ENTRY int __kmpc_omp_task(struct place *at UNUSED, int thread UNUSED,
                          struct block *b)
{
  if (submits_itself(b)) return 0;
  struct task *task = make(b);
  task_submit(task, task->final, NULL, 0, HERE("task"));
  return 0;
}

ENTRY int __kmpc_omp_task_parts(struct place *at UNUSED, int thread UNUSED,
                                struct block *b)
{
  if (submits_itself(b)) return 0;
  struct task *task = make(b);
  task_submit(task, task->final, NULL, 0, HERE("task"));
  return 0;
}

struct depend {
  void *address;
  size_t length;
  unsigned char in : 1, out : 1, mutex : 1, set : 1;
};

/* Both lists, in one that the caller frees. */
static struct dependence *read_depend(int n, const struct depend *list, int m,
                                      const struct depend *more)
{
  struct dependence *all = xcalloc((size_t)n + (size_t)m + 1, sizeof *all);
  for (int i = 0; i < n + m; i++) {
    const struct depend *d = i < n ? &list[i] : &more[i - n];
    all[i].address = d->address;
    all[i].kind = d->out || d->mutex ? DEPEND_OUT
                  : d->set           ? DEPEND_SET
                                     : DEPEND_IN;
  }
  return all;
}

ENTRY int __kmpc_omp_task_with_deps(struct place *at UNUSED, int thread UNUSED,
                                    struct block *b, int n,
                                    const struct depend *list, int m,
                                    const struct depend *more)
{
  struct dependence *all = read_depend(n, list, m, more);
  struct task *task = make(b);
  task_submit(task, task->final, all, n + m, HERE("task"));
  free(all);
  return 0;
}

static void wait_depend(int n, const struct depend *list, int m,
                        const struct depend *more, struct pause pause)
{
  struct dependence *all = read_depend(n, list, m, more);
  task_wait_depend(all, n + m, pause);
  free(all);
}

ENTRY void __kmpc_omp_wait_deps(struct place *at UNUSED, int thread UNUSED,
                                int n, const struct depend *list, int m,
                                const struct depend *more)
{
  wait_depend(n, list, m, more, HERE("taskwait"));
}

/* The same since clang 16. With "nowait" it need not wait, but may. */
ENTRY void __kmpc_omp_taskwait_deps_51(struct place *at UNUSED,
                                       int thread UNUSED, int n,
                                       const struct depend *list, int m,
                                       const struct depend *more,
                                       int no_wait UNUSED)
{
  wait_depend(n, list, m, more, HERE("taskwait"));
}

ENTRY void __kmpc_omp_task_begin_if0(struct place *at UNUSED, int thread UNUSED,
                                     struct block *b)
{
  task_begin_here(make(b));
  head_of(b)->runs = true;
}

ENTRY void __kmpc_omp_task_complete_if0(struct place *at UNUSED,
                                        int thread UNUSED, struct block *b)
{
  run_rest(b);
  task_end_here(head_of(b)->task);
}

/* --- awaited --- */

ENTRY int __kmpc_omp_taskwait(struct place *at UNUSED, int thread UNUSED)
{
  task_wait(HERE("taskwait"));
  return 0;
}

ENTRY int __kmpc_omp_taskyield(struct place *at UNUSED, int thread UNUSED,
                               int part UNUSED)
{
  task_yield();
  return 0;
}

ENTRY void __kmpc_taskgroup(struct place *at UNUSED, int thread UNUSED)
{
  taskgroup_begin();
}

/* --- loops of tasks: each is a copy of the first, with bounds of its own ---
 */

struct loop {
  struct block *first;
  size_t lower, upper; /* where in the block the bounds are, inclusive */
  uint64_t start, step, total, tasks, grain;
  bool at_once;
  void (*copy)(struct block *to, struct block *from, int last);
};

static struct block *duplicate(struct block *b)
{
  const struct head *h = head_of(b);
  size_t bytes = sizeof *h + h->size + h->shared;
  struct head *new =
      heap_made(xmemdup(h, bytes), bytes, task_site((void *)b->routine));
  struct block *copy = (struct block *)(new + 1);
  new->task = NULL;
  if (h->shared) copy->shared = (char *)copy + h->size;
  return copy;
}

static void submit_one(const struct loop *l, uint64_t k)
{
  uint64_t from, to;
  struct block *b = duplicate(l->first);
  taskloop_range(l->total, l->tasks, k, l->grain, &from, &to);
  *(uint64_t *)((char *)b + l->lower) = l->start + from * l->step;
  *(uint64_t *)((char *)b + l->upper) = l->start + (to - 1) * l->step;
  if (l->copy) l->copy(b, l->first, k + 1 == l->tasks);
  struct task *task = make(b);
  task_submit(task, l->at_once || task->final, NULL, 0, HERE("taskloop"));
}

/* clang's numbers of the clauses. */
enum { BY_GRAINSIZE = 1, BY_NUM_TASKS = 2 };

static void run_loop(struct loop *l, const uint64_t *lower,
                     const uint64_t *upper, int64_t step, int kind,
                     uint64_t value, bool strict)
{
  enum cut cut = kind == BY_GRAINSIZE   ? CUT_GRAIN
                 : kind == BY_NUM_TASKS ? CUT_TASKS
                                        : CUT_DEFAULT;
  l->lower = (size_t)((const char *)lower - (const char *)l->first);
  l->upper = (size_t)((const char *)upper - (const char *)l->first);
  l->start = *lower;
  l->step = (uint64_t)step;
  if (step > 0 && (int64_t)*lower <= (int64_t)*upper)
    l->total = (*upper - *lower) / l->step + 1;
  if (step < 0 && (int64_t)*lower >= (int64_t)*upper)
    l->total = (*lower - *upper) / -l->step + 1;
  l->tasks = taskloop_tasks(l->total, cut, value);
  if (strict && cut == CUT_GRAIN && value > 0) {
    l->grain = value;
    l->tasks = parts_of(l->total, value);
  }
  for (uint64_t k = 0; k < l->tasks; k++)
    submit_one(l, k);
  struct head *h = head_of(l->first);
  if (h->flags & FLAG_DESTRUCTORS)
    l->first->first.destructors(self->strand->number, l->first);
  heap_free(h, "end of taskloop", task_site((void *)l->first->routine));
}

ENTRY void __kmpc_end_taskgroup(struct place *at, int thread);

ENTRY void __kmpc_taskloop_5(struct place *at, int thread, struct block *b,
                             int deferred, uint64_t *lower, uint64_t *upper,
                             int64_t step, int nogroup, int kind,
                             uint64_t value, int strict, void *copy)
{
  struct loop l = {.first = b, .at_once = !deferred};
  l.copy = (void (*)(struct block *, struct block *, int))copy;
  if (!nogroup) taskgroup_begin();
  run_loop(&l, lower, upper, step, kind, value, strict);
  if (!nogroup) __kmpc_end_taskgroup(at, thread);
}

ENTRY void __kmpc_taskloop(struct place *at, int thread, struct block *b,
                           int deferred, uint64_t *lower, uint64_t *upper,
                           int64_t step, int nogroup, int kind, uint64_t value,
                           void *copy)
{
  __kmpc_taskloop_5(at, thread, b, deferred, lower, upper, step, nogroup, kind,
                    value, 0, copy);
}
