/* gcc's entry points: regions, single, sections, barriers, critical sections.
 * gomp_loop.c has the loops, gomp_task.c the tasks.
 *
 * A region is a function of one pointer. gcc is told that nothing is ever
 * cancelled, as under OMP_CANCELLATION=false. */
#include "entry.h"
#include "gomp.h"
#include "lock.h"
#include "share.h"
#include "team.h"

/* --- regions --- */

ENTRY void GOMP_parallel(void (*f)(void *), void *data, unsigned threads,
                         unsigned flags UNUSED)
{
  team_run(team_new(team_size((int)threads)), f, data, HERE("parallel"));
}

/* Its tasks may take part in reductions, which belong to a taskgroup that all
 * its threads are in. */
ENTRY unsigned GOMP_parallel_reductions(void (*f)(void *), void *data,
                                        unsigned threads, unsigned flags UNUSED)
{
  struct team *t = team_new(team_size((int)threads));
  struct taskgroup group = {.outer = NULL};
  unsigned size = (unsigned)t->size;
  group.reductions = *(void **)data;
  gomp_reductions_open(group.reductions, NULL, size, NULL);
  for (int i = 0; i < t->size; i++)
    t->members[i].task.group = &group;
  team_run(t, f, data, HERE("parallel"));
  return size;
}

ENTRY void GOMP_parallel_sections(void (*f)(void *), void *data,
                                  unsigned threads, unsigned count,
                                  unsigned flags UNUSED)
{
  struct team *t = team_new(team_size((int)threads));
  share_loop(share_open(t), SCHEDULE_DYNAMIC, count, 1);
  team_run(t, f, data, HERE("parallel sections"));
}

/* A league of one team. */
ENTRY void GOMP_teams_reg(void (*f)(void *), void *data, unsigned teams UNUSED,
                          unsigned limit UNUSED, unsigned flags UNUSED)
{
  f(data);
}

/* --- barriers --- */

ENTRY void GOMP_barrier(void)
{
  team_barrier(HERE("barrier"));
}

ENTRY bool GOMP_barrier_cancel(void)
{
  team_barrier(HERE("barrier"));
  return false;
}

ENTRY bool GOMP_cancel(int which UNUSED, bool cancels UNUSED)
{
  return false;
}

ENTRY bool GOMP_cancellation_point(int which UNUSED)
{
  return false;
}

/* --- single --- */

ENTRY bool GOMP_single_start(void)
{
  struct share *s = share_enter();
  bool first = !s->taken;
  s->taken = true;
  share_leave();
  return first;
}

/* NULL for the one that executes it; for the others, what that gives. */
ENTRY void *GOMP_single_copy_start(void)
{
  struct share *s = share_enter();
  if (!s->taken) {
    s->taken = true;
    return NULL;
  }
  team_barrier(HERE("single"));
  void *copy = s->copy;
  share_leave();
  return copy;
}

ENTRY void GOMP_single_copy_end(void *data)
{
  member_self()->share->copy = data;
  team_barrier(HERE("single"));
  share_leave();
}

/* --- sections: numbered from 1, 0 is the end --- */

ENTRY unsigned GOMP_sections_next(void)
{
  struct member *m = member_self();
  return share_next(m) ? (unsigned)m->from + 1 : 0;
}

ENTRY unsigned GOMP_sections_start(unsigned count)
{
  struct share *s = share_enter();
  if (!s->ready) share_loop(s, SCHEDULE_DYNAMIC, count, 1);
  return GOMP_sections_next();
}

ENTRY unsigned GOMP_sections2_start(unsigned count, uintptr_t *reductions,
                                    void **memory)
{
  struct share *s = gomp_share_enter(reductions, memory);
  if (!s->ready) share_loop(s, SCHEDULE_DYNAMIC, count, 1);
  return GOMP_sections_next();
}

ENTRY void GOMP_sections_end(void)
{
  share_leave();
  team_barrier(HERE("sections"));
}

ENTRY bool GOMP_sections_end_cancel(void)
{
  share_leave();
  team_barrier(HERE("sections"));
  return false;
}

ENTRY void GOMP_sections_end_nowait(void)
{
  share_leave();
}

ENTRY void GOMP_scope_start(uintptr_t *reductions)
{
  struct share *s = gomp_share_enter(reductions, NULL);
  s->ready = true;
  share_leave();
}

/* --- one at a time --- */

ENTRY void GOMP_critical_start(void)
{
  lock_take(&omp_self()->critical, HERE("critical"));
}

ENTRY void GOMP_critical_end(void)
{
  lock_release(&omp_self()->critical);
}

ENTRY void GOMP_critical_name_start(void **name)
{
  lock_take((unsigned *)name, HERE("critical"));
}

ENTRY void GOMP_critical_name_end(void **name)
{
  lock_release((unsigned *)name);
}

ENTRY void GOMP_atomic_start(void)
{
  lock_take(&omp_self()->atomic, HERE("atomic"));
}

ENTRY void GOMP_atomic_end(void)
{
  lock_release(&omp_self()->atomic);
}

ENTRY void GOMP_ordered_start(void)
{
  share_ordered_begin(HERE("ordered"));
}

ENTRY void GOMP_ordered_end(void)
{
  share_ordered_end();
}
