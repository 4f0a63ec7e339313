/* Calls in the loops of a function, and those of its callers. */
#include "loops.h"

#include "paths.h"

#include "../image/image.h"
#include "../rank/rank.h"
#include "../where/where.h"
#include "../../model/hash.h"
#include "../../model/map.h"

#include <dlfcn.h>
#include <string.h>
#include <unwind.h>

/* --- calls --- */

/* A stub of the linker's jumps through a word: where that is; NULL: it is a
 * function. */
static const unsigned char *word_of_stub(const unsigned char *at)
{
  static const unsigned char begins[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
  if (!memcmp(at, begins, sizeof begins)) at += sizeof begins;
  struct instruction i = instruction_at(at);
  return i.kind == INSTRUCTION_JUMPS_THROUGH ? i.to : NULL;
}

enum callee { CALLEE_QUIET = 1, CALLEE_MPI, CALLEE_BARRIER };

/* Of a function that is not the program's. */
static enum callee callee_named(const char *function)
{
  Dl_info info;
  if (!dladdr(function, &info)) return CALLEE_MPI;
  const char *name = info.dli_sname ? info.dli_sname : "";
  name += *name == 'P';
  if (strncmp(name, "MPI_", 4)) return CALLEE_QUIET;
  bool barrier = !strcmp(name, "MPI_Barrier") || !strcmp(name, "MPI_Win_fence");
  return barrier ? CALLEE_BARRIER : CALLEE_MPI;
}

/* A function of the program may call one of MPI. */
static enum callee callee_of(const struct instruction *call)
{
  static struct map answers; /* names take long to find */
  const unsigned char *word = call->to;
  const char *path, *function;
  if (call->kind == INSTRUCTION_CALLS) word = word_of_stub(call->to);
  if (!word) return CALLEE_MPI;
  memcpy(&function, word, sizeof function);
  if (image_file_address(function, &path)) return CALLEE_MPI;
  void **answer = map_place(&answers, (uintptr_t)function);
  if (!*answer) *answer = (void *)(uintptr_t)callee_named(function);
  return (enum callee)(uintptr_t)*answer;
}

/* --- answers --- */

static enum loop loop_at(struct paths *p, const void *site)
{
  if (!paths_around(p, site)) return LOOP_NONE;
  for (const struct path_step *s = p->steps; s < p->steps + p->count; s++)
    if (s->after && s->before && instruction_calls(&s->is) &&
        callee_of(&s->is) == CALLEE_MPI)
      return LOOP_WAITS;
  return LOOP_SHORT;
}

/* A compiler may have made two of a load, the first of a loop and the others:
 * they are one expression. */
static enum loop loop_of_expression(struct paths *p, const void *site)
{
  enum loop most = loop_at(p, site);
  const void *first = where_expression(site);
  for (size_t i = 0; i < p->count && most != LOOP_WAITS; i++) {
    const struct instruction *is = &p->steps[i].is;
    if (!instruction_calls(is) || is->end == site ||
        where_expression(is->end) != first)
      continue;
    enum loop here = loop_at(p, is->end);
    if (here > most) most = here;
  }
  return most;
}

/* Nobody waits in a loop that all go round together. */
static void set_walls(struct paths *p)
{
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++)
    s->wall = instruction_calls(&s->is) && callee_of(&s->is) == CALLEE_BARRIER;
}

static enum loop read_loop(const struct where_code *function, const void *site)
{
  struct paths p;
  paths_read(&p, function);
  set_walls(&p);
  enum loop l = p.strange ? LOOP_WAITS : loop_of_expression(&p, site);
  paths_drop(&p);
  return l;
}

struct answer {
  struct hash_node node; /* by the file, and the address there */
  enum loop loop;        /* of its function alone */
  bool last;             /* that is main(), which nobody calls in a loop */
};

static struct answer *answer_to(const void *site)
{
  static struct hash answers;
  const char *path = NULL;
  unsigned long address = image_file_address(site, &path);
  struct hash_key key = {(uintptr_t)path, path ? address : (uintptr_t)site};
  struct answer *a = hash_find(&answers, key);
  if (a) return a;
  struct where_code code = {.name = ""};
  a = xmalloc(sizeof *a);
  *a = (struct answer){{.key = key}, LOOP_WAITS, false};
  if (where_code(site, &code)) a->loop = read_loop(&code, site);
  a->last = !strcmp(code.name, "main");
  hash_add(&answers, &a->node);
  return a;
}

/* --- who called --- */

static _Unwind_Reason_Code at_home(struct _Unwind_Context *c, void *arg)
{
  struct where_frame *f = arg;
  enum { RBP = 6 };
  if (_Unwind_GetIP(c) != (uintptr_t)f->site) return _URC_NO_REASON;
  f->stack = _Unwind_GetCFA(c);
  f->pointer = _Unwind_GetGR(c, RBP);
  return _URC_NORMAL_STOP;
}

/* On from Oriel's functions to the one of the program's that has called them.
 */
static bool go_home(struct where_frame *f)
{
  _Unwind_Backtrace(at_home, f);
  return f->stack;
}

/* Is any call on the way to the frame's function in a loop? */
static bool called_in_loop(struct where_frame *f, uintptr_t end)
{
  const struct answer *a;
  do {
    if (!where_go_out(f, end)) return true;
    a = answer_to(f->site);
    if (a->loop != LOOP_NONE) return true;
  } while (!a->last);
  return false;
}

enum loop loop_around(const void *site)
{
  const struct answer *within = answer_to(site);
  struct where_frame f = {.site = site};
  void *low = NULL, *high = NULL;
  if (within->loop == LOOP_WAITS || within->last) return within->loop;
  if (!self->strand->context) return LOOP_WAITS;
  engine_stack(self->strand->context, &low, &high);
  if (!go_home(&f) || f.stack < (uintptr_t)low || f.stack >= (uintptr_t)high)
    return LOOP_WAITS;
  return called_in_loop(&f, (uintptr_t)high) ? LOOP_WAITS : within->loop;
}
