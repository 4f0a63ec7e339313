/* clang's entry points: loops.
 *
 * Bounds are inclusive. A static schedule is computed by each thread alone; all
 * others are handed out chunk by chunk. There is one function for each kind of
 * loop variable: 4 or 8 bytes, signed or not. */
#include "entry.h"
#include "share.h"

#include "../../../model/memory.h"

struct place;

/* clang's numbers of schedules, without modifiers. */
enum {
  STATIC_CHUNKED = 33,
  STATIC = 34,
  DYNAMIC_CHUNKED = 35,
  GUIDED_CHUNKED = 36,
  RUNTIME = 37,
  AUTO = 38,
  STATIC_BALANCED_CHUNKED = 45,
  GUIDED_SIMD = 46,
  RUNTIME_SIMD = 47,
  ORDERED = 64, /* of these, 32 more */
  DISTRIBUTE_CHUNKED = 91,
  DISTRIBUTE = 92,
  NO_MERGE = 160, /* of all these, 128 more */
  MODIFIERS = 3 << 29,
};

static int without_modifiers(int schedule)
{
  schedule &= ~MODIFIERS;
  return schedule >= NO_MERGE ? schedule - 128 : schedule;
}

/* --- static --- */

struct part {
  uint64_t from, to, stride; /* iterations; `to` is exclusive */
  bool last;
};

/* The i-th of n threads has the chunks i, i + n, ... Those who have no second
 * one need only get past the end, which a longer way might wrap around. */
static struct part chunked_part(uint64_t total, uint64_t chunk, uint64_t i,
                                uint64_t n)
{
  uint64_t chunks = parts_of(total, chunk);
  if (i >= chunks) return (struct part){0, 0, total, false};
  uint64_t from = i * chunk, left = total - from;
  return (struct part){from, chunk < left ? from + chunk : total,
                       chunks > n ? n * chunk : left, (chunks - 1) % n == i};
}

/* The part of a thread in `total` iterations: with chunks, the first one, and
 * the distance to the next. */
static struct part static_part(int schedule, uint64_t total, uint64_t chunk)
{
  const struct member *m = member_self();
  uint64_t n = (uint64_t)m->team->size, i = (uint64_t)m->number;
  uint64_t each = total / n, more = total % n;
  schedule = without_modifiers(schedule);
  if (schedule == DISTRIBUTE || schedule == DISTRIBUTE_CHUNKED)
    return (struct part){0, total, total, true};
  if (schedule == STATIC) {
    struct part p = {i * each + (i < more ? i : more), 0, total, false};
    p.to = p.from + each + (i < more);
    p.last = p.to == total && p.from < p.to;
    return p;
  }
  if (total == 0) return (struct part){0, 0, 0, false};
  if (chunk > total) chunk = total;
  if (chunk < 1) chunk = 1;
  if (schedule == STATIC_BALANCED_CHUNKED) /* one part each, of whole chunks */
    chunk = parts_of(parts_of(total, n), chunk) * chunk;
  return chunked_part(total, chunk, i, n);
}

#define STATIC_INIT(name, T, U, S)                                             \
  ENTRY void __kmpc_for_static_init_##name(                                    \
      struct place *at UNUSED, int thread UNUSED, int schedule, int *last,     \
      T *lower, T *upper, S *stride, S step, S chunk)                          \
  {                                                                            \
    bool none = step > 0 ? *upper < *lower : *lower < *upper;                  \
    uint64_t total = step > 0                                                  \
                         ? (uint64_t)((U)((U)*upper - (U)*lower) / (U)step)    \
                         : (uint64_t)((U)((U)*lower - (U)*upper) / -(U)step);  \
    struct part p = static_part(schedule, none ? 0 : total + 1,                \
                                chunk > 0 ? (uint64_t)chunk : 0);              \
    *last = p.last;                                                            \
    *stride = (S)((U)p.stride * (U)step);                                      \
    if (none) return;                                                          \
    U first = (U)*lower;                                                       \
    *lower = (T)(first + (U)p.from * (U)step);                                 \
    *upper = (T)(first + (U)p.to * (U)step - (U)step);                         \
    if (p.from < p.to) return;                                                 \
    *lower = (T)(first + (U)step); /* no iteration, whatever the type */       \
    *upper = (T)first;                                                         \
  }
STATIC_INIT(4, int, unsigned, int)
STATIC_INIT(4u, unsigned, unsigned, int)
STATIC_INIT(8, int64_t, uint64_t, int64_t)
STATIC_INIT(8u, uint64_t, uint64_t, int64_t)

ENTRY void __kmpc_for_static_fini(struct place *at UNUSED, int thread UNUSED)
{
}

/* --- handed out --- */

static enum schedule resolve(int schedule, uint64_t *chunk)
{
  switch (schedule) {
  case STATIC_CHUNKED:
  case STATIC_BALANCED_CHUNKED:
    return SCHEDULE_STATIC;
  case DYNAMIC_CHUNKED:
    return SCHEDULE_DYNAMIC;
  case GUIDED_CHUNKED:
  case GUIDED_SIMD:
    return SCHEDULE_GUIDED;
  case RUNTIME:
  case RUNTIME_SIMD:
    *chunk = (uint64_t)task_self()->settings.chunk;
    return task_self()->settings.schedule;
  default:
    *chunk = 0;
    return SCHEDULE_STATIC;
  }
}

static void dispatch(int schedule, uint64_t start, uint64_t step,
                     uint64_t total, uint64_t chunk)
{
  struct share *s = share_enter();
  if (s->ready) return;
  schedule = without_modifiers(schedule);
  s->in_order = schedule >= ORDERED;
  if (s->in_order) schedule -= 32;
  s->start = start;
  s->step = step;
  enum schedule resolved = resolve(schedule, &chunk);
  share_loop(s, resolved, total, chunk);
}

/* The inclusive bounds of the next chunk; at the end the loop is left. */
static bool next(int *last, uint64_t *lower, uint64_t *upper, uint64_t *step)
{
  struct member *m = member_self();
  const struct share *s = m->share;
  if (!share_next(m)) {
    share_leave();
    return false;
  }
  *last = m->to == s->total;
  *lower = s->start + m->from * s->step;
  *upper = s->start + (m->to - 1) * s->step;
  *step = s->step;
  return true;
}

#define DISPATCH(name, T, U, S)                                                \
  ENTRY void __kmpc_dispatch_init_##name(struct place *at UNUSED,              \
                                         int thread UNUSED, int schedule,      \
                                         T lower, T upper, S step, S chunk)    \
  {                                                                            \
    bool none = step > 0 ? upper < lower : lower < upper;                      \
    uint64_t total = step > 0                                                  \
                         ? (uint64_t)((U)((U)upper - (U)lower) / (U)step)      \
                         : (uint64_t)((U)((U)lower - (U)upper) / -(U)step);    \
    dispatch(schedule, (uint64_t)lower, (uint64_t)(int64_t)step,               \
             none ? 0 : total + 1, chunk > 0 ? (uint64_t)chunk : 0);           \
  }                                                                            \
  ENTRY int __kmpc_dispatch_next_##name(struct place *at UNUSED,               \
                                        int thread UNUSED, int *last,          \
                                        T *lower, T *upper, S *stride)         \
  {                                                                            \
    uint64_t from, to, step;                                                   \
    int ends;                                                                  \
    if (!next(&ends, &from, &to, &step)) return 0;                             \
    if (last) *last = ends;                                                    \
    *lower = (T)from;                                                          \
    *upper = (T)to;                                                            \
    if (stride) *stride = (S)step;                                             \
    return 1;                                                                  \
  }                                                                            \
  ENTRY void __kmpc_dispatch_fini_##name(struct place *at UNUSED,              \
                                         int thread UNUSED)                    \
  {                                                                            \
  }
DISPATCH(4, int, unsigned, int)
DISPATCH(4u, unsigned, unsigned, int)
DISPATCH(8, int64_t, uint64_t, int64_t)
DISPATCH(8u, uint64_t, uint64_t, int64_t)

/* Since clang 18, behind the loop. */
ENTRY void __kmpc_dispatch_deinit(struct place *at UNUSED, int thread UNUSED)
{
}

/* --- doacross: beside the loop that shares out the first dimension --- */

struct dimension {
  int64_t lower, upper, step;
};

ENTRY void __kmpc_doacross_init(struct place *at UNUSED, int thread UNUSED,
                                int dimensions, const struct dimension *d)
{
  struct share *s = share_enter();
  struct member *m = member_self();
  m->across = s;
  if (s->ready) return;
  s->ready = true;
  uint64_t counts[dimensions];
  s->origin = xcalloc((size_t)dimensions * 2, sizeof *s->origin);
  for (int k = 0; k < dimensions; k++) {
    int64_t step = d[k].step, length = d[k].upper - d[k].lower;
    bool none = step > 0 ? length < 0 : length > 0;
    counts[k] = none ? 0 : (uint64_t)(length / step) + 1;
    s->origin[2 * k] = d[k].lower;
    s->origin[2 * k + 1] = step;
  }
  share_doacross(s, dimensions, counts);
}

/* Where the loop variables say, counted in iterations; false: between two. */
static void positions(const struct share *s, const int64_t *values,
                      uint64_t *at)
{
  for (int k = 0; k < s->dimensions; k++)
    at[k] = (uint64_t)((values[k] - s->origin[2 * k]) / s->origin[2 * k + 1]);
}

ENTRY void __kmpc_doacross_post(struct place *at UNUSED, int thread UNUSED,
                                const int64_t *values)
{
  struct share *s = member_self()->across;
  uint64_t position[s->dimensions];
  positions(s, values, position);
  share_post(s, position);
}

ENTRY void __kmpc_doacross_wait(struct place *at UNUSED, int thread UNUSED,
                                const int64_t *values)
{
  struct share *s = member_self()->across;
  uint64_t position[s->dimensions];
  positions(s, values, position);
  share_await(s, position, HERE("ordered depend"));
}

ENTRY void __kmpc_doacross_fini(struct place *at UNUSED, int thread UNUSED)
{
  struct member *m = member_self();
  share_leave_one(m->across);
  m->across = NULL;
}
