/* gcc's entry points: loops.
 *
 * A loop variable runs from `start` by `step` until it passes `end`; in
 * unsigned arithmetic that wraps, both kinds of loop (long, and unsigned long
 * long with a direction) are iterations 0 to total - 1. Families of functions
 * differ in the schedule only: "nonmonotonic" ones may hand out iterations in
 * any order, and need not. */
#include "entry.h"
#include "gomp.h"
#include "share.h"

#include "../../where/heap.h"
#include "../../../model/memory.h"

#include <stdarg.h>

enum { SCHEDULE_RUNTIME = 0 }; /* gcc's number of it */

typedef unsigned long long ull;

struct bounds {
  uint64_t start, step, stop, total;
};

static struct bounds signed_bounds(long start, long end, long step)
{
  struct bounds b = {(uint64_t)start, (uint64_t)step, (uint64_t)end, 0};
  if (step > 0 && start < end) b.total = parts_of(b.stop - b.start, b.step);
  if (step < 0 && start > end) b.total = parts_of(b.start - b.stop, -b.step);
  return b;
}

static struct bounds unsigned_bounds(bool up, ull start, ull end, ull step)
{
  struct bounds b = {start, step, end, 0};
  if (up && start < end) b.total = parts_of(end - start, step);
  if (!up && start > end) b.total = parts_of(start - end, -step);
  return b;
}

/* Past schedule(runtime), and past the modifiers in gcc's upper bits. */
static enum schedule resolve(long schedule, uint64_t *chunk)
{
  schedule &= 7;
  if (schedule != SCHEDULE_RUNTIME) return (enum schedule)schedule;
  const struct settings *s = &task_self()->settings;
  *chunk = (uint64_t)s->chunk;
  return s->schedule;
}

static void set_up(struct share *s, struct bounds b, long schedule,
                   uint64_t chunk, bool ordered)
{
  enum schedule resolved = resolve(schedule, &chunk);
  s->start = b.start;
  s->step = b.step;
  s->stop = b.stop;
  s->in_order = ordered;
  share_loop(s, resolved, b.total, chunk);
}

static bool next(uint64_t *from, uint64_t *to)
{
  struct member *m = member_self();
  if (!share_next(m)) return false;
  const struct share *s = m->share;
  *from = s->start + m->from * s->step;
  *to = m->to == s->total ? s->stop : s->start + m->to * s->step;
  return true;
}

static bool start(struct bounds b, long schedule, uint64_t chunk, bool ordered,
                  uint64_t *from, uint64_t *to)
{
  struct share *s = share_enter();
  if (!s->ready) set_up(s, b, schedule, chunk, ordered);
  return next(from, to);
}

/* Without `from` the program divides the iterations itself. */
static bool start_with(struct bounds b, long schedule, uint64_t chunk,
                       bool ordered, uint64_t *from, uint64_t *to,
                       uintptr_t *reductions, void **memory)
{
  struct share *s = gomp_share_enter(reductions, memory);
  if (!s->ready) set_up(s, b, schedule, chunk, ordered);
  return from ? next(from, to) : true;
}

struct share *gomp_share_enter(uintptr_t *reductions, void **memory)
{
  struct share *s = share_enter();
  if (reductions) {
    struct taskgroup *outer = task_self()->group, *g = taskgroup_begin();
    unsigned threads = (unsigned)task_self()->team->size;
    gomp_reductions_open(reductions, s->reductions, threads,
                         outer ? outer->reductions : NULL);
    if (!s->reductions) s->reductions = reductions;
    g->reductions = reductions;
  }
  if (memory) {
    size_t bytes = (size_t)*memory + 1;
    if (!s->memory)
      s->memory = heap_made(xcalloc(1, bytes), bytes, team_site());
    *memory = s->memory;
  }
  return s;
}

/* --- ends --- */

ENTRY void GOMP_loop_end(void)
{
  share_leave();
  team_barrier(HERE("for"));
}

ENTRY bool GOMP_loop_end_cancel(void)
{
  share_leave();
  team_barrier(HERE("for"));
  return false;
}

ENTRY void GOMP_loop_end_nowait(void)
{
  share_leave();
}

/* --- the families --- */

/* Their `next` is the same function. */
#define NEXT(name)                                                             \
  ENTRY bool GOMP_loop_##name##_next(uint64_t *from, uint64_t *to)             \
  {                                                                            \
    return next(from, to);                                                     \
  }                                                                            \
  ENTRY bool GOMP_loop_ull_##name##_next(uint64_t *from, uint64_t *to)         \
  {                                                                            \
    return next(from, to);                                                     \
  }

#define CHUNKED(name, schedule, ordered)                                       \
  NEXT(name)                                                                   \
  ENTRY bool GOMP_loop_##name##_start(long first, long end, long step,         \
                                      long chunk, uint64_t *from,              \
                                      uint64_t *to)                            \
  {                                                                            \
    return start(signed_bounds(first, end, step), schedule, (uint64_t)chunk,   \
                 ordered, from, to);                                           \
  }                                                                            \
  ENTRY bool GOMP_loop_ull_##name##_start(bool up, ull first, ull end,         \
                                          ull step, ull chunk, uint64_t *from, \
                                          uint64_t *to)                        \
  {                                                                            \
    return start(unsigned_bounds(up, first, end, step), schedule, chunk,       \
                 ordered, from, to);                                           \
  }

#define BY_RUNTIME(name, ordered)                                              \
  NEXT(name)                                                                   \
  ENTRY bool GOMP_loop_##name##_start(long first, long end, long step,         \
                                      uint64_t *from, uint64_t *to)            \
  {                                                                            \
    return start(signed_bounds(first, end, step), SCHEDULE_RUNTIME, 0,         \
                 ordered, from, to);                                           \
  }                                                                            \
  ENTRY bool GOMP_loop_ull_##name##_start(                                     \
      bool up, ull first, ull end, ull step, uint64_t *from, uint64_t *to)     \
  {                                                                            \
    return start(unsigned_bounds(up, first, end, step), SCHEDULE_RUNTIME, 0,   \
                 ordered, from, to);                                           \
  }

CHUNKED(static, SCHEDULE_STATIC, false)
CHUNKED(dynamic, SCHEDULE_DYNAMIC, false)
CHUNKED(guided, SCHEDULE_GUIDED, false)
CHUNKED(nonmonotonic_dynamic, SCHEDULE_DYNAMIC, false)
CHUNKED(nonmonotonic_guided, SCHEDULE_GUIDED, false)
CHUNKED(ordered_static, SCHEDULE_STATIC, true)
CHUNKED(ordered_dynamic, SCHEDULE_DYNAMIC, true)
CHUNKED(ordered_guided, SCHEDULE_GUIDED, true)
BY_RUNTIME(runtime, false)
BY_RUNTIME(nonmonotonic_runtime, false)
BY_RUNTIME(maybe_nonmonotonic_runtime, false)
BY_RUNTIME(ordered_runtime, true)

/* With reductions for tasks, or shared memory. */
#define WITH(name, ordered)                                                    \
  ENTRY bool GOMP_loop_##name(long first, long end, long step, long schedule,  \
                              long chunk, uint64_t *from, uint64_t *to,        \
                              uintptr_t *reductions, void **memory)            \
  {                                                                            \
    return start_with(signed_bounds(first, end, step), schedule,               \
                      (uint64_t)chunk, ordered, from, to, reductions, memory); \
  }                                                                            \
  ENTRY bool GOMP_loop_ull_##name(                                             \
      bool up, ull first, ull end, ull step, long schedule, ull chunk,         \
      uint64_t *from, uint64_t *to, uintptr_t *reductions, void **memory)      \
  {                                                                            \
    return start_with(unsigned_bounds(up, first, end, step), schedule, chunk,  \
                      ordered, from, to, reductions, memory);                  \
  }
WITH(start, false)
WITH(ordered_start, true)

/* --- doacross: the iterations of the first dimension are shared out --- */

static bool start_doacross(unsigned dimensions, const uint64_t *counts,
                           long schedule, uint64_t chunk, uint64_t *from,
                           uint64_t *to, uintptr_t *reductions, void **memory)
{
  struct share *s = gomp_share_enter(reductions, memory);
  if (!s->ready) {
    struct bounds b = {0, 1, counts[0], counts[0]};
    set_up(s, b, schedule, chunk, false);
    share_doacross(s, (int)dimensions, counts);
  }
  return next(from, to);
}

#define DOACROSS(prefix, name, schedule)                                       \
  ENTRY bool GOMP_loop_##prefix##doacross_##name##_start(                      \
      unsigned dimensions, const uint64_t *counts, uint64_t chunk,             \
      uint64_t *from, uint64_t *to)                                            \
  {                                                                            \
    return start_doacross(dimensions, counts, schedule, chunk, from, to, NULL, \
                          NULL);                                               \
  }
#define DOACROSS_ANY(prefix)                                                   \
  DOACROSS(prefix, static, SCHEDULE_STATIC)                                    \
  DOACROSS(prefix, dynamic, SCHEDULE_DYNAMIC)                                  \
  DOACROSS(prefix, guided, SCHEDULE_GUIDED)                                    \
  ENTRY bool GOMP_loop_##prefix##doacross_runtime_start(                       \
      unsigned dimensions, const uint64_t *counts, uint64_t *from,             \
      uint64_t *to)                                                            \
  {                                                                            \
    return start_doacross(dimensions, counts, SCHEDULE_RUNTIME, 0, from, to,   \
                          NULL, NULL);                                         \
  }                                                                            \
  ENTRY bool GOMP_loop_##prefix##doacross_start(                               \
      unsigned dimensions, const uint64_t *counts, long schedule,              \
      uint64_t chunk, uint64_t *from, uint64_t *to, uintptr_t *reductions,     \
      void **memory)                                                           \
  {                                                                            \
    return start_doacross(dimensions, counts, schedule, chunk, from, to,       \
                          reductions, memory);                                 \
  }
DOACROSS_ANY()
DOACROSS_ANY(ull_)

ENTRY void GOMP_doacross_post(const uint64_t *at)
{
  share_post(member_self()->share, at);
}

ENTRY void GOMP_doacross_ull_post(const uint64_t *at)
{
  share_post(member_self()->share, at);
}

/* Its arguments are one number for each dimension. */
static void wait_for(uint64_t first, va_list more, struct pause pause)
{
  enum { DIMENSIONS_MAX = 64 };
  uint64_t at[DIMENSIONS_MAX] = {first};
  int n = member_self()->share->dimensions;
  for (int d = 1; d < n && d < DIMENSIONS_MAX; d++)
    at[d] = va_arg(more, uint64_t);
  share_await(member_self()->share, at, pause);
}

ENTRY void GOMP_doacross_wait(uint64_t first, ...)
{
  va_list more;
  va_start(more, first);
  wait_for(first, more, HERE("ordered depend"));
  va_end(more);
}

ENTRY void GOMP_doacross_ull_wait(uint64_t first, ...)
{
  va_list more;
  va_start(more, first);
  wait_for(first, more, HERE("ordered depend"));
  va_end(more);
}

/* --- a region that is one loop: all are in it from their beginning --- */

static void run_loop(void (*f)(void *), void *data, unsigned threads,
                     struct bounds b, long schedule, long chunk,
                     struct pause pause)
{
  struct team *t = team_new(team_size((int)threads));
  set_up(share_open(t), b, schedule, (uint64_t)chunk, false);
  team_run(t, f, data, pause);
}

#define REGION(name, schedule)                                                 \
  ENTRY void GOMP_parallel_loop_##name(                                        \
      void (*f)(void *), void *data, unsigned threads, long first, long end,   \
      long step, long chunk, unsigned flags UNUSED)                            \
  {                                                                            \
    run_loop(f, data, threads, signed_bounds(first, end, step), schedule,      \
             chunk, HERE("parallel for"));                                     \
  }
REGION(static, SCHEDULE_STATIC)
REGION(dynamic, SCHEDULE_DYNAMIC)
REGION(guided, SCHEDULE_GUIDED)
REGION(nonmonotonic_dynamic, SCHEDULE_DYNAMIC)
REGION(nonmonotonic_guided, SCHEDULE_GUIDED)

#define REGION_BY_RUNTIME(name)                                                \
  ENTRY void GOMP_parallel_loop_##name(void (*f)(void *), void *data,          \
                                       unsigned threads, long first, long end, \
                                       long step, unsigned flags UNUSED)       \
  {                                                                            \
    run_loop(f, data, threads, signed_bounds(first, end, step),                \
             SCHEDULE_RUNTIME, 0, HERE("parallel for"));                       \
  }
REGION_BY_RUNTIME(runtime)
REGION_BY_RUNTIME(nonmonotonic_runtime)
REGION_BY_RUNTIME(maybe_nonmonotonic_runtime)
