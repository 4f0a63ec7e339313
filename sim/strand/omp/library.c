/* The library of OpenMP: the omp_ functions that programs call themselves.
 *
 * There are no devices, and one place for all threads of a rank. Memory is in
 * memory.c, what tells of places in affinity.c, of devices' own interfaces in
 * interop.c; locks and what they wait for are in lock.c. */
#include "entry.h"
#include "lock.h"
#include "team.h"

#include "../../cost/cost.h"
#include "../../image/libc.h"
#include "../../rank/streams.h"
#include "../../rank/unsimulated.h"

#include <stdlib.h>
#include <string.h>

/* --- teams --- */

ENTRY int omp_get_thread_num(void)
{
  return member_self()->number;
}

ENTRY int omp_get_num_threads(void)
{
  return task_self()->team->size;
}

ENTRY int omp_get_max_threads(void)
{
  return task_self()->settings.threads;
}

ENTRY void omp_set_num_threads(int n)
{
  if (n > 0) task_self()->settings.threads = n;
}

ENTRY int omp_get_num_procs(void)
{
  if (!self) unsimulated("omp_get_num_procs");
  return crew_cores(self);
}

ENTRY int omp_in_parallel(void)
{
  return task_self()->team->active > 0;
}

ENTRY int omp_in_final(void)
{
  return task_self()->final;
}

ENTRY int omp_get_level(void)
{
  return task_self()->team->level;
}

ENTRY int omp_get_active_level(void)
{
  return task_self()->team->active;
}

/* The thread of self's ancestors, or self, that was in the team there. */
static const struct member *ancestor(int level)
{
  const struct task *task = task_self();
  if (level < 0 || level > task->team->level) return NULL;
  while (task->team->level > level)
    task = task->team->parent;
  return task->member;
}

ENTRY int omp_get_ancestor_thread_num(int level)
{
  const struct member *m = ancestor(level);
  return m ? m->number : -1;
}

ENTRY int omp_get_team_size(int level)
{
  const struct member *m = ancestor(level);
  return m ? m->team->size : -1;
}

ENTRY int omp_get_thread_limit(void)
{
  return omp_self()->settings.thread_limit;
}

/* --- settings --- */

ENTRY void omp_set_dynamic(int dynamic)
{
  task_self()->settings.dynamic = dynamic != 0;
}

ENTRY int omp_get_dynamic(void)
{
  return task_self()->settings.dynamic;
}

ENTRY void omp_set_nested(int nested)
{
  task_self()->settings.max_levels = nested ? LEVELS_MAX : 1;
}

ENTRY int omp_get_nested(void)
{
  const struct task *me = task_self();
  return me->settings.max_levels > me->team->active + 1;
}

ENTRY void omp_set_max_active_levels(int levels)
{
  if (levels >= 0) task_self()->settings.max_levels = levels;
}

ENTRY int omp_get_max_active_levels(void)
{
  return task_self()->settings.max_levels;
}

ENTRY int omp_get_supported_active_levels(void)
{
  return LEVELS_MAX;
}

enum { MONOTONIC = (int)0x80000000 };

ENTRY void omp_set_schedule(int kind, int chunk)
{
  struct settings *s = &task_self()->settings;
  int plain = kind & ~MONOTONIC;
  if (plain < SCHEDULE_STATIC || plain > SCHEDULE_AUTO) return;
  s->schedule = (enum schedule)plain;
  s->monotonic = kind < 0;
  s->chunk = chunk > 0 ? chunk : plain != SCHEDULE_STATIC;
}

ENTRY void omp_get_schedule(int *kind, int *chunk)
{
  const struct settings *s = &task_self()->settings;
  *kind = (int)s->schedule | (s->monotonic ? MONOTONIC : 0);
  *chunk = (int)s->chunk;
}

ENTRY int omp_get_cancellation(void)
{
  return 0;
}

ENTRY int omp_get_max_task_priority(void)
{
  return omp_self()->settings.max_priority;
}

ENTRY int omp_get_proc_bind(void)
{
  return 0;
}

ENTRY void omp_fulfill_event(void *event)
{
  task_fulfil(event);
}

/* --- time: the rank's --- */

ENTRY double omp_get_wtime(void)
{
  if (!self) unsimulated("omp_get_wtime");
  return libc_read_clock();
}

ENTRY double omp_get_wtick(void)
{
  return cost.clock;
}

/* --- locks --- */

ENTRY void omp_init_lock(unsigned *lock)
{
  *lock = 0;
}

ENTRY void omp_init_lock_with_hint(unsigned *lock, int hint UNUSED)
{
  *lock = 0;
}

ENTRY void omp_destroy_lock(unsigned *lock)
{
  crew_forget(lock, 0);
  *lock = 0;
}

ENTRY void omp_set_lock(unsigned *lock)
{
  lock_take(lock, pause_here("omp_set_lock", __builtin_return_address(0),
                             __builtin_frame_address(0)));
}

ENTRY void omp_unset_lock(unsigned *lock)
{
  lock_release(lock);
}

ENTRY int omp_test_lock(unsigned *lock)
{
  return lock_try(lock, pause_here("omp_test_lock", __builtin_return_address(0),
                                   __builtin_frame_address(0)));
}

ENTRY void omp_init_nest_lock(struct nest_lock *lock)
{
  *lock = (struct nest_lock){0, 0};
}

ENTRY void omp_init_nest_lock_with_hint(struct nest_lock *lock, int hint UNUSED)
{
  *lock = (struct nest_lock){0, 0};
}

ENTRY void omp_destroy_nest_lock(struct nest_lock *lock)
{
  crew_forget(&lock->word, 0);
  *lock = (struct nest_lock){0, 0};
}

ENTRY void omp_set_nest_lock(struct nest_lock *lock)
{
  nest_lock_take(lock,
                 pause_here("omp_set_nest_lock", __builtin_return_address(0),
                            __builtin_frame_address(0)));
}

ENTRY void omp_unset_nest_lock(struct nest_lock *lock)
{
  nest_lock_release(lock);
}

ENTRY int omp_test_nest_lock(struct nest_lock *lock)
{
  return nest_lock_try(lock, pause_here("omp_test_nest_lock",
                                        __builtin_return_address(0),
                                        __builtin_frame_address(0)));
}

/* --- places and devices: there is one, the host --- */

#define ANSWER(name, value)                                                    \
  ENTRY int name(void)                                                         \
  {                                                                            \
    return value;                                                              \
  }
ANSWER(omp_get_num_places, 0)
ANSWER(omp_get_place_num, -1)
ANSWER(omp_get_partition_num_places, 0)
ANSWER(omp_get_num_devices, 0)
ANSWER(omp_get_initial_device, 0)
ANSWER(omp_get_device_num, 0)
ANSWER(omp_is_initial_device, 1)
ANSWER(omp_get_num_teams, 1)
ANSWER(omp_get_team_num, 0)

ENTRY int omp_get_place_num_procs(int place UNUSED)
{
  return 0;
}

ENTRY void omp_get_place_proc_ids(int place UNUSED, int *ids UNUSED)
{
}

ENTRY void omp_get_partition_place_nums(int *places UNUSED)
{
}

ENTRY void omp_set_default_device(int device)
{
  task_self()->settings.device = device;
}

ENTRY int omp_get_default_device(void)
{
  return task_self()->settings.device;
}

/* A league has one team, however many it may have. */
ENTRY void omp_set_num_teams(int n)
{
  if (n >= 0) omp_self()->settings.teams = n;
}

ENTRY int omp_get_max_teams(void)
{
  return omp_self()->settings.teams;
}

ENTRY void omp_set_teams_thread_limit(int n)
{
  if (n >= 0) omp_self()->settings.team_threads = n;
}

ENTRY int omp_get_teams_thread_limit(void)
{
  return omp_self()->settings.team_threads;
}

ENTRY int omp_pause_resource(int kind UNUSED, int device UNUSED)
{
  return 0;
}

ENTRY int omp_pause_resource_all(int kind UNUSED)
{
  return 0;
}

/* There is none. */
ENTRY int omp_control_tool(int command UNUSED, int modifier UNUSED,
                           void *arg UNUSED)
{
  enum { NO_TOOL = -2 };
  return NO_TOOL;
}

/* --- the directive `error`, of both compilers --- */

static void tell_error(const char *text, size_t length, bool fatal,
                       const void *site)
{
  streams_say("oriel: %s at %s: omp error%s: %.*s\n", strand_label(self),
              libc_where(site), fatal ? "" : " (a warning)", (int)length, text);
  if (fatal) run_end(EXIT_FAILURE);
}

ENTRY void GOMP_warning(const char *text, size_t length)
{
  tell_error(text ? text : "", text ? length : 0, false,
             __builtin_return_address(0));
}

ENTRY void GOMP_error(const char *text, size_t length)
{
  tell_error(text ? text : "", text ? length : 0, true,
             __builtin_return_address(0));
}

ENTRY void __kmpc_error(void *at UNUSED, int severity, const char *text)
{
  enum { WARNING = 1 };
  if (!text) text = "";
  tell_error(text, strlen(text), severity != WARNING,
             __builtin_return_address(0));
}

ENTRY void omp_display_env(int verbose UNUSED)
{
  settings_show(&omp_self()->initial, &omp_self()->settings);
}
