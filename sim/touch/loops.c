/* Calls in the loops of a function, and those of its callers. */
#include "loops.h"

#include "choices.h"
#include "entries.h"

#include "../image/image.h"
#include "../rank/rank.h"
#include "../where/where.h"
#include "../../model/hash.h"
#include "../../model/map.h"

#include <dlfcn.h>
#include <string.h>
#include <unwind.h>

/* --- calls --- */

static bool is_ours(const void *at)
{
  const char *path;
  return image_file_address(at, &path);
}

/* A stub of the linker's jumps through a word: where that is; NULL: it is a
 * function, or what only looks like a call leads there. */
static const unsigned char *word_of_stub(const unsigned char *at)
{
  static const unsigned char begins[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
  enum { STUB = 32 };
  if (!is_ours(at) || !is_ours(at + STUB)) return NULL;
  if (!memcmp(at, begins, sizeof begins)) at += sizeof begins;
  struct instruction i = instruction_at(at);
  return i.kind == INSTRUCTION_JUMPS_THROUGH ? i.to : NULL;
}

enum callee {
  CALLEE_TELLS = 1, /* an access, and does nothing else */
  CALLEE_QUIET,
  CALLEE_OURS,   /* a function of the program, which may call MPI */
  CALLEE_ITSELF, /* the one that calls */
  CALLEE_MPI,
  CALLEE_BARRIER,
  CALLEE_ANYWHERE /* it returns where it returned before */
};

/* Of a function that is not the program's. */
static enum callee callee_named(const char *function)
{
  Dl_info info;
  if (!dladdr(function, &info)) return CALLEE_MPI;
  const char *name = info.dli_sname ? info.dli_sname : "";
  if (strstr(name, "setjmp")) return CALLEE_ANYWHERE;
  name += *name == 'P';
  if (strncmp(name, "MPI_", 4)) return CALLEE_QUIET;
  return strcmp(name, "MPI_Barrier") ? CALLEE_MPI : CALLEE_BARRIER;
}

static enum callee callee_at(const char *function, const unsigned char *within)
{
  static struct map answers; /* names take long to find */
  if (function == (const char *)within) return CALLEE_ITSELF;
  if (is_ours(function)) return CALLEE_OURS;
  if (entries_tell(function)) return CALLEE_TELLS;
  void **answer = map_place(&answers, (uintptr_t)function);
  if (!*answer) *answer = (void *)(uintptr_t)callee_named(function);
  return (enum callee)(uintptr_t)*answer;
}

/* Of a call in the function that begins at `within`. */
static enum callee callee_of(const struct instruction *call,
                             const unsigned char *within)
{
  const unsigned char *word = call->to;
  const char *function;
  if (word == within) return CALLEE_ITSELF;
  if (call->kind == INSTRUCTION_CALLS) word = word_of_stub(call->to);
  if (!word || !is_ours(word)) return CALLEE_OURS;
  memcpy(&function, word, sizeof function);
  return callee_at(function, within);
}

/* Does it say MPI_COMM_WORLD? Arguments are set right before. */
static bool is_of_world(const struct paths *p, const struct path_step *call)
{
  static const unsigned char world[] = {0xbf, 1, 1, 0, 0}; /* mov $0x101,%edi */
  enum { BEFORE = 4 };
  const struct path_step *s = call;
  for (int i = 0; i < BEFORE && s > p->steps; i++) {
    s--;
    if (s->is.kind != INSTRUCTION_PLAIN) return false;
    if (s->is.end - s->at == sizeof world &&
        !memcmp(s->at, world, sizeof world))
      return true;
  }
  return false;
}

static void set_callees(struct paths *p)
{
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++) {
    if (!instruction_calls(&s->is)) continue;
    s->callee = callee_of(&s->is, p->begin->at);
    if (s->callee == CALLEE_ITSELF) s->to = p->begin;
    if (s->callee == CALLEE_BARRIER && !is_of_world(p, s))
      s->callee = CALLEE_MPI;
    s->tells = s->callee == CALLEE_TELLS;
    p->strange |= s->callee == CALLEE_ANYWHERE;
  }
}

/* Nobody waits in a loop that all go round together. */
static void set_walls(struct paths *p)
{
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++)
    s->wall = s->callee == CALLEE_BARRIER;
}

/* --- loops of one function --- */

static bool may_call_mpi(const struct path_step *s)
{
  return s->callee == CALLEE_OURS || s->callee == CALLEE_ITSELF ||
         s->callee == CALLEE_MPI;
}

static enum loop loop_at(struct paths *p, const void *site)
{
  if (!paths_around(p, site)) return LOOP_NONE;
  for (const struct path_step *s = p->steps; s < p->steps + p->count; s++)
    if (s->after && s->before && may_call_mpi(s)) return LOOP_WAITS;
  return paths_part(p) || choices_decide(p, site) ? LOOP_SHORT : LOOP_ROUND;
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

/* The first look of a loop may be a statement of its own: is the next call of
 * MPI in a loop? */
static bool leads_to_loop(struct paths *p, const void *site)
{
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++)
    s->wall = s->callee >= CALLEE_MPI;
  paths_around(p, site);
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++)
    s->next = s->after && s->callee == CALLEE_MPI;
  set_walls(p);
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++)
    if (s->next && paths_around(p, s->is.end)) return true;
  return false;
}

static enum loop read_loop(const struct where_code *function, const void *site)
{
  struct paths p;
  paths_read(&p, function);
  set_callees(&p);
  set_walls(&p);
  enum loop l = loop_of_expression(&p, site);
  if (l == LOOP_NONE && leads_to_loop(&p, site)) l = LOOP_WAITS;
  if (p.strange) l = LOOP_WAITS;
  paths_drop(&p);
  return l;
}

struct site {
  struct hash_node node; /* by the file, and the address there */
  enum loop loop;        /* of its function alone, or LOOP_WAITS by a caller */
  bool last;             /* that is main(), which nobody calls in a loop */
  const unsigned char *function;
};

static struct site *site_at(const void *site)
{
  static struct hash sites;
  const char *path = NULL;
  unsigned long address = image_file_address(site, &path);
  struct hash_key key = {(uintptr_t)path, path ? address : (uintptr_t)site};
  struct site *a = hash_find(&sites, key);
  if (a) return a;
  struct where_code code = {.name = ""};
  a = xmalloc(sizeof *a);
  *a = (struct site){{.key = key}, LOOP_WAITS, false, NULL};
  bool known = where_code(site, &code) && !strstr(code.name, ".cold");
  if (known) a->loop = read_loop(&code, site);
  a->function = code.low;
  a->last = !strcmp(code.name, "main");
  hash_add(&sites, &a->node);
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

/* Is any call on the way to the frame's function in a loop, or of one that has
 * been on the way? Of very many that is not asked. */
static bool called_in_loop(struct where_frame *f, uintptr_t end, uint64_t *way)
{
  enum { FRAMES = 32 };
  const unsigned char *met[FRAMES];
  const struct site *a = site_at(f->site);
  for (int n = 0; n < FRAMES; n++) {
    met[n] = a->function;
    if (!where_go_out(f, end)) return true;
    a = site_at(f->site);
    *way = hash_mix(*way, (uintptr_t)a);
    for (int i = 0; i <= n; i++)
      if (met[i] == a->function) return true;
    if (a->loop != LOOP_NONE) return true;
    if (a->last) return false;
  }
  return true;
}

/* Once a caller may wait, all may: frames take long to find. */
enum loop loop_around(const void *site, uint64_t *way)
{
  struct site *within = site_at(site);
  struct where_frame f = {.site = site};
  void *low = NULL, *high = NULL;
  *way = 0;
  if (within->loop == LOOP_WAITS || within->last) return within->loop;
  if (!self->strand->context) return LOOP_WAITS;
  engine_stack(self->strand->context, &low, &high);
  if (!go_home(&f) || f.stack < (uintptr_t)low || f.stack >= (uintptr_t)high)
    return LOOP_WAITS;
  if (called_in_loop(&f, (uintptr_t)high, way)) within->loop = LOOP_WAITS;
  return within->loop;
}
