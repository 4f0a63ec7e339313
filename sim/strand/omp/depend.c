/* Dependences between sibling tasks, by address.
 *
 * Of each address, the parent keeps the latest accesses: the set of tasks that
 * may run side by side (all read, or all are `inoutset`), and the set before
 * it, for which all of those wait. `mutexinoutset` is taken as `inout`, which
 * OpenMP allows to no one's harm: its tasks run one by one, in the order in
 * which they were made. Invariant: a task in a set is referenced by it. */
#include "team.h"

#include "../../../model/memory.h"

#include <stdlib.h>

struct set {
  enum depend_kind kind;
  struct task **tasks;
  int count, room;
};

struct access {
  const void *address;
  struct set now, before;
};

/* Open addressing; a power of 2 of places, at most half of them taken. */
struct accesses {
  struct access *places;
  size_t room, count;
};

static struct access *place_of(const struct accesses *a, const void *address)
{
  size_t at = ((uintptr_t)address >> 2) * 0x9e3779b97f4a7c15u >> 20;
  struct access *p;
  do
    p = &a->places[at++ & (a->room - 1)];
  while (p->address && p->address != address);
  return p;
}

static void grow(struct accesses *a)
{
  struct accesses old = *a;
  a->room = old.room ? 2 * old.room : 16;
  a->places = xcalloc(a->room, sizeof *a->places);
  for (size_t i = 0; i < old.room; i++)
    if (old.places[i].address)
      *place_of(a, old.places[i].address) = old.places[i];
  free(old.places);
}

static struct access *access_of(struct task *parent, const void *address)
{
  if (!parent->accesses) parent->accesses = xcalloc(1, sizeof(struct accesses));
  struct accesses *a = parent->accesses;
  if (2 * a->count >= a->room) grow(a);
  struct access *p = place_of(a, address);
  if (!p->address) a->count++;
  p->address = address;
  return p;
}

static void set_clear(struct set *s)
{
  for (int i = 0; i < s->count; i++)
    task_release(s->tasks[i]);
  free(s->tasks);
  *s = (struct set){0};
}

static void append(struct task ***list, int *count, struct task *task)
{
  *list = xgrow(*list, *count, sizeof **list);
  (*list)[(*count)++] = task;
  task->references++;
}

static void set_add(struct set *s, struct task *task)
{
  append(&s->tasks, &s->count, task);
}

static void follow(struct task *task, struct task *earlier)
{
  if (earlier == task) return;
  append(&task->predecessors, &task->predecessor_count, earlier);
  if (earlier->done) return;
  append(&earlier->successors, &earlier->successor_count, task);
  task->unmet++;
}

static void add_one(struct task *task, const struct dependence *d)
{
  struct access *a = access_of(task->parent, d->address);
  bool joins = a->now.count && a->now.kind == d->kind && d->kind != DEPEND_OUT;
  if (!joins) {
    set_clear(&a->before);
    a->before = a->now;
    a->now = (struct set){.kind = d->kind};
  }
  for (int i = 0; i < a->before.count; i++)
    follow(task, a->before.tasks[i]);
  set_add(&a->now, task);
}

/* The same address twice in one task counts as `out` if any of them is. */
static bool is_repeated(const struct dependence *list, int i)
{
  for (int k = 0; k < i; k++)
    if (list[k].address == list[i].address) return true;
  return false;
}

static struct dependence merged(const struct dependence *list, int n, int i)
{
  struct dependence d = list[i];
  for (int k = i + 1; k < n; k++)
    if (list[k].address == d.address && list[k].kind != d.kind)
      d.kind = DEPEND_OUT;
  return d;
}

void depend_add(struct task *task, const struct dependence *list, int n)
{
  for (int i = 0; i < n; i++) {
    if (!list[i].address || is_repeated(list, i)) continue;
    struct dependence d = merged(list, n, i);
    add_one(task, &d);
  }
}

void depend_begun(struct task *task)
{
  for (int i = 0; i < task->predecessor_count; i++)
    task_release(task->predecessors[i]);
  free(task->predecessors);
  task->predecessors = NULL;
  task->predecessor_count = 0;
}

void depend_forget(struct task *parent)
{
  struct accesses *a = parent->accesses;
  if (!a) return;
  parent->accesses = NULL;
  for (size_t i = 0; i < a->room; i++) {
    set_clear(&a->places[i].now);
    set_clear(&a->places[i].before);
  }
  free(a->places);
  free(a);
}
