/* Reductions in which tasks take part, in gcc's form.
 *
 * The program describes them by an array of words: 0, the number of variables;
 * 1, the bytes of one thread's copies of all; 2, first the alignment, then
 * where the copies of all threads begin; 3, unused; 4, the array of the next
 * outer reductions; 5, not zero in the last of the arrays registered together;
 * 6, where the copies end; from 7 on three for each variable: its address, the
 * place of a copy among those of its thread, and unused. Copies begin as zeros;
 * the program sets them up, and combines them at the end. */
#include "entry.h"
#include "gomp.h"
#include "team.h"

#include "../../exit.h"
#include "../../rank/streams.h"
#include "../../where/heap.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT, BYTES, BASE, UNUSED_WORD, OUTER, LAST, END, VARIABLES };
enum { ADDRESS, PLACE, WORDS_EACH = 3 };

/* The memory is found by its base when it is freed. */
static uintptr_t allocate(uintptr_t alignment, size_t size)
{
  void *memory;
  if (alignment < sizeof(void *)) alignment = sizeof(void *);
  if (posix_memalign(&memory, alignment, size ? size : 1) != 0) {
    streams_say("oriel: out of memory\n");
    run_end(EXIT_LIMIT);
  }
  memset(memory, 0, size);
  return (uintptr_t)heap_made(memory, size, team_site());
}

void gomp_reductions_open(uintptr_t *data, const uintptr_t *like,
                          unsigned threads, uintptr_t *outer)
{
  for (uintptr_t *d = data;; d = (uintptr_t *)d[OUTER]) {
    if (like) {
      d[BASE] = like[BASE];
      d[END] = like[END];
      like = (const uintptr_t *)like[OUTER];
    } else {
      size_t size = d[BYTES] * threads;
      d[BASE] = allocate(d[BASE], size);
      d[END] = d[BASE] + size;
    }
    d[LAST] = d[OUTER] == 0;
    if (!d[LAST]) continue;
    d[OUTER] = (uintptr_t)outer;
    return;
  }
}

static void close_all(uintptr_t *data)
{
  for (uintptr_t *d = data;; d = (uintptr_t *)d[OUTER]) {
    heap_free((void *)d[BASE], "end of taskgroup", team_site());
    if (d[LAST]) return;
  }
}

ENTRY void GOMP_taskgroup_reduction_register(uintptr_t *data)
{
  struct task *me = task_self();
  struct taskgroup *g = me->group;
  uintptr_t *outer = g->reductions;
  if (!outer && g->outer) outer = g->outer->reductions;
  gomp_reductions_open(data, NULL, (unsigned)me->team->size, outer);
  g->reductions = data;
}

ENTRY void GOMP_taskgroup_reduction_unregister(uintptr_t *data)
{
  close_all(data);
}

ENTRY void GOMP_workshare_task_reduction_unregister(bool cancelled)
{
  struct task *me = task_self();
  uintptr_t *data = me->group->reductions;
  taskgroup_end(HERE("for"));
  if (!cancelled) team_barrier(HERE("for"));
  if (me->member->number == 0) close_all(data);
}

/* --- which copy is this task's --- */

static uintptr_t *variable_at(uintptr_t *d, uintptr_t address)
{
  for (uintptr_t i = 0; i < d[COUNT]; i++) {
    uintptr_t *v = &d[VARIABLES + WORDS_EACH * i];
    if (v[ADDRESS] == address) return v;
  }
  return NULL;
}

static uintptr_t *variable_placed(uintptr_t *d, uintptr_t place)
{
  for (uintptr_t i = 0; i < d[COUNT]; i++) {
    uintptr_t *v = &d[VARIABLES + WORDS_EACH * i];
    if (v[PLACE] == place) return v;
  }
  return NULL;
}

/* Find a reduction by the address of the variable, or of some thread's copy. */
static uintptr_t *find(uintptr_t **d, uintptr_t address, uintptr_t *place)
{
  for (; *d; *d = (uintptr_t *)(*d)[OUTER]) {
    uintptr_t *v = variable_at(*d, address);
    if (v) {
      *place = v[PLACE];
      return v;
    }
    if (address < (*d)[BASE] || address >= (*d)[END]) continue;
    *place = (address - (*d)[BASE]) % (*d)[BYTES];
    return variable_placed(*d, *place);
  }
  return NULL;
}

static uintptr_t *reductions_of(const struct task *task)
{
  for (const struct taskgroup *g = task->group; g; g = g->outer)
    if (g->reductions) return g->reductions;
  return NULL;
}

ENTRY void GOMP_task_reduction_remap(size_t count, size_t originals,
                                     void **pointers)
{
  const struct task *me = task_self();
  uintptr_t thread = (uintptr_t)me->member->number, place = 0;
  for (size_t i = 0; i < count; i++) {
    uintptr_t *d = reductions_of(me);
    uintptr_t *v = find(&d, (uintptr_t)pointers[i], &place);
    if (!d) {
      streams_say("oriel: %s: in_reduction of a variable without a "
                  "task_reduction around it\n",
                  strand_label(self));
      run_end(EXIT_USAGE);
    }
    pointers[i] = (void *)(d[BASE] + thread * d[BYTES] + place);
    if (i < originals && v) pointers[count + i] = (void *)v[ADDRESS];
  }
}
