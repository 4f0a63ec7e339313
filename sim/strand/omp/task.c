/* Explicit tasks: made, executed, awaited; and taskgroups.
 *
 * Tasks that can be executed are in one list of their team. A strand takes one
 * where OpenMP has a scheduling point: at a barrier any; in taskwait a child
 * of its task, the latest first; at the end of a taskgroup one of that group.
 * So what it executes there is a descendant of what it has suspended, as
 * tied tasks ask, and the stack is no deeper than the tree of tasks.
 * Invariant: a task in the list has no unmet dependence, and whoever could
 * execute it and was parked when it came has been woken for it. */
#include "team.h"

#include "../../rank/polls.h"
#include "../../where/heap.h"
#include "../../../model/memory.h"

#include <stdlib.h>

/* With so many for each thread, more are executed by who makes them. */
enum { READY_FOR_EACH = 64 };

/* --- the list --- */

static void list_add(struct team *t, struct task *new)
{
  struct task *before = t->ready_last;
  while (before && before->priority < new->priority)
    before = before->previous;
  struct task *after = before ? before->next : t->ready;
  new->previous = before;
  new->next = after;
  *(before ? &before->next : &t->ready) = new;
  *(after ? &after->previous : &t->ready_last) = new;
  t->ready_count++;
  new->parent->ready_children++;
  if (new->group) new->group->ready++;
}

static struct task *list_take(struct team *t, struct task *old)
{
  *(old->previous ? &old->previous->next : &t->ready) = old->next;
  *(old == t->ready_last ? &t->ready_last : &old->next->previous) =
      old->previous;
  t->ready_count--;
  old->parent->ready_children--;
  if (old->group) old->group->ready--;
  return old;
}

/* Wake one that may execute it. */
static void make_ready(struct task *task)
{
  struct team *t = task->team;
  list_add(t, task);
  if (team_call(t, t) || team_call(t, task->parent)) return;
  if (task->group) team_call(t, task->group);
}

/* --- life --- */

void task_release(struct task *task)
{
  while (--task->references == 0) {
    struct task *parent = task->parent;
    depend_forget(task);
    crew_forget(task, 0);
    crew_forget(&task->done, 0);
    crew_forget(&task->children, 0);
    free(task->successors);
    free(task);
    if (!parent) return;
    task = parent;
  }
}

void task_prioritise(struct task *task, int priority)
{
  int most = omp_self()->settings.max_priority;
  task->priority = priority < most ? priority : most;
}

struct task *task_new(void)
{
  struct task *me = task_self(), *task = xcalloc(1, sizeof *task);
  rank_meet();
  task->team = me->team;
  task->parent = me;
  task->settings = me->settings;
  task->group = me->group;
  task->final = me->final;
  task->references = 1;
  me->references++;
  me->member->fed = true;
  me->children++;
  me->team->unfinished++;
  if (task->group) task->group->unfinished++;
  return task;
}

static void begin(struct task *task)
{
  struct strand *s = self->strand;
  crew_acquire(task, 0);
  for (int i = 0; i < task->predecessor_count; i++)
    crew_acquire(&task->predecessors[i]->done, 0);
  depend_begun(task);
  task->member = s->task->member;
  task->member->fed = true;
  s->task = task;
}

static void wake_all(struct team *t, const void *on)
{
  while (queue_take_on(&t->waiting, on))
    ;
}

/* Tell all who wait for it. */
static void done(struct task *task)
{
  struct team *t = task->team;
  task->done = true;
  crew_release(&task->done, 0);
  crew_release(&task->parent->children, 0);
  team_task_ended(t);
  for (int i = 0; i < task->successor_count; i++) {
    struct task *next = task->successors[i];
    if (--next->unmet == 0) {
      if (next->run)
        make_ready(next);
      else
        wake_all(t, next->parent);
    }
    task_release(next);
  }
  if (--task->parent->children == 0) wake_all(t, task->parent);
  if (task->group) {
    crew_release(task->group, 0);
    if (--task->group->unfinished == 0) wake_all(t, task->group);
  }
  if (--t->unfinished == 0) queue_take_on(&t->waiting, t);
  if (task->discard) task->discard(task);
  heap_free(task->memory, "end of task", task_site(task->code));
  task_release(task);
}

static void end(struct task *task, struct task *suspended)
{
  rank_meet();
  self->strand->task = suspended;
  task->ended = true;
  depend_forget(task); /* it makes no more children */
  if (!task->waits_for_event) done(task);
}

static void execute(struct task *task)
{
  struct task *suspended = self->strand->task;
  begin(task);
  task->run(task);
  end(task, suspended);
}

void task_fulfil(struct task *task)
{
  rank_meet();
  task->waits_for_event = false;
  if (task->ended) done(task);
}

/* --- submitted --- */

static void explain_predecessors(const struct counter *c, char *text,
                                 size_t size)
{
  (void)c;
  snprintf(text, size, "the tasks that it depends on");
  explain_whom_beside();
}

static void explain_children(const struct counter *c, char *text, size_t size)
{
  const struct task *me = c->about;
  snprintf(text, size, "%ld child task%s to end", me->children,
           me->children == 1 ? "" : "s");
  explain_whom_beside();
}

/* The newest of those with the highest priority. */
static struct task *find(struct team *t, const struct task *parent,
                         const struct taskgroup *group)
{
  struct task *found = NULL;
  for (struct task *task = t->ready_last; task; task = task->previous) {
    if (found && found->priority == t->ready->priority) break;
    if (group ? task->group != group : task->parent != parent) continue;
    if (!found || task->priority > found->priority) found = task;
  }
  return found ? list_take(t, found) : NULL;
}

/* False: it is up to others. */
static bool execute_child(struct task *me, struct pause pause)
{
  if (me->ready_children == 0) return false;
  team_turn(me->team, pause);
  if (me->ready_children > 0) execute(find(me->team, me, NULL));
  return true;
}

/* Its predecessors are siblings: help with them. */
static void wait_predecessors(struct task *task, struct pause pause)
{
  struct task *me = self->strand->task;
  while (task->unmet > 0)
    if (!execute_child(me, pause))
      team_wait(me->team, me, explain_predecessors, pause);
}

static bool is_crowded(const struct team *t)
{
  return t->ready_count >= READY_FOR_EACH * t->size;
}

/* `run` is set only when it may become ready by itself. In a team of one that
 * is a task which waits for one that is detached: its creator may have to go
 * on. */
void task_submit(struct task *task, bool at_once, const struct dependence *list,
                 int n, struct pause pause)
{
  struct team *t = task->team;
  void (*run)(struct task *) = task->run;
  at_once = at_once || task->parent->final;
  depend_add(task, list, n);
  at_once = at_once || (t->size == 1 && task->unmet == 0);
  task->run = at_once ? NULL : run;
  crew_release(task, 0);
  if (!at_once && task->unmet > 0) return;
  if (!at_once && is_crowded(t)) team_turn(t, pause);
  if (!at_once && !is_crowded(t)) {
    make_ready(task);
    return;
  }
  wait_predecessors(task, pause);
  task->run = run;
  execute(task);
}

void task_begin_here(struct task *task)
{
  crew_release(task, 0);
  begin(task);
}

void task_end_here(struct task *task)
{
  end(task, task->parent);
}

bool task_execute_any(struct team *t)
{
  if (!t->ready) return false;
  execute(list_take(t, t->ready));
  return true;
}

/* --- awaited --- */

void task_wait(struct pause pause)
{
  rank_meet();
  struct task *me = task_self();
  while (me->children > 0)
    if (!execute_child(me, pause))
      team_wait(me->team, me, explain_children, pause);
  crew_acquire(&me->children, 0);
  depend_forget(me);
}

void task_wait_depend(const struct dependence *list, int n, struct pause pause)
{
  struct task *task = task_new();
  struct task *me = self->strand->task;
  depend_add(task, list, n);
  wait_predecessors(task, pause);
  crew_release(task, 0);
  begin(task);
  end(task, me);
}

void task_yield(void)
{
  struct task *me = task_self();
  rank_meet();
  if (me->ready_children > 0)
    execute(find(me->team, me, NULL));
  else
    rank_poll();
}

/* --- taskgroups --- */

struct taskgroup *taskgroup_begin(void)
{
  struct task *me = task_self();
  struct taskgroup *g = xcalloc(1, sizeof *g);
  g->outer = me->group;
  return me->group = g;
}

static void explain_group(const struct counter *c, char *text, size_t size)
{
  (void)c;
  snprintf(text, size, "the tasks of its group to end");
  explain_whom_beside();
}

void taskgroup_end(struct pause pause)
{
  rank_meet();
  struct task *me = task_self();
  struct taskgroup *g = me->group;
  if (!g) return;
  while (g->unfinished > 0)
    if (g->ready > 0)
      execute(find(me->team, NULL, g));
    else
      team_wait(me->team, g, explain_group, pause);
  crew_acquire(g, 0);
  crew_forget(g, 0);
  me->group = g->outer;
  free(g);
}

/* --- loops cut into tasks --- */

uint64_t taskloop_tasks(uint64_t total, enum cut cut, uint64_t value)
{
  uint64_t n = (uint64_t)task_self()->team->size;
  if (cut == CUT_TASKS && value > 0) n = value;
  if (cut == CUT_GRAIN && value > 0) n = total / value;
  if (n > total) n = total;
  return n == 0 && total > 0 ? 1 : n;
}

/* Equal shares, the first ones longer by one; `grain`: all of that length but
 * the last. */
void taskloop_range(uint64_t total, uint64_t tasks, uint64_t k, uint64_t grain,
                    uint64_t *from, uint64_t *to)
{
  uint64_t each = total / tasks, more = total % tasks;
  if (grain) {
    *from = k * grain;
    *to = k + 1 == tasks ? total : *from + grain;
    return;
  }
  *from = k * each + (k < more ? k : more);
  *to = *from + each + (k < more);
}
