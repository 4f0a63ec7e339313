/* Calls in the loops of a function, and those of its callers. */
#include "loops.h"

#include "calls.h"
#include "looking.h"

#include "../rank/rank.h"
#include "../where/where.h"
#include "../../model/hash.h"
#include "../../model/memory.h"

#include <string.h>
#include <unwind.h>

/* --- loops of one function --- */

/* What the calls in a loop may lead to. */
enum inside { INSIDE_QUIET, INSIDE_MPI, INSIDE_ANY };

static enum inside inside_of(const struct paths *p, int loop)
{
  enum inside most = INSIDE_QUIET;
  for (size_t i = p->loops[loop]; i < p->loops[loop + 1]; i++) {
    int callee = p->around[i]->callee;
    if (callee == CALLEE_OURS || callee == CALLEE_ITSELF) return INSIDE_ANY;
    if (callee == CALLEE_MPI) most = INSIDE_MPI;
  }
  return most;
}

static void judge_loop(const struct paths *p, int loop)
{
  enum inside inside = inside_of(p, loop);
  const struct looking *l = inside == INSIDE_ANY ? NULL : looking_read(p, loop);
  if (l) looking_find_waits(l);
  for (size_t i = p->loops[loop]; i < p->loops[loop + 1]; i++) {
    struct path_step *s = p->around[i];
    if (!l) s->waits = s->again = true;
    if (l && inside == INSIDE_QUIET && s->waits && looking_moves_on(l, s))
      s->waits = s->again = false;
  }
}

static enum loop loop_at(const struct paths *p, const struct path_step *look)
{
  if (!look->loop) return LOOP_NONE;
  if (look->waits) return LOOP_WAITS;
  const struct looking *l = looking_read(p, look->loop);
  bool passes =
      !looking_decides(l, look) ||
      (inside_of(p, look->loop) == INSIDE_QUIET && looking_moves_on(l, look));
  return passes ? LOOP_PASSES : LOOP_WAITS;
}

static void find_expressions(struct paths *p)
{
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++)
    s->first = instruction_calls(&s->is) ? where_expression(s->is.end) : NULL;
}

/* A compiler may have made two of a load, the first of a loop and the others:
 * they are one expression. */
static enum loop loop_of_expression(const struct paths *p,
                                    const struct path_step *look)
{
  enum loop most = loop_at(p, look);
  for (size_t i = p->loops[1]; i < p->count && most != LOOP_WAITS; i++) {
    const struct path_step *s = p->around[i];
    if (s->first != look->first || s == look) continue;
    enum loop here = loop_at(p, s);
    if (here > most) most = here;
  }
  return most;
}

/* Nobody waits in a loop that all go round together. */
static void set_walls(struct paths *p)
{
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++)
    s->wall = s->callee == CALLEE_BARRIER || s->callee == CALLEE_ENDS;
}

/* Does it lead to a call that may be in a loop that waits, before the next one
 * of MPI? */
static bool leads_by(const struct path_step *next)
{
  if (!instruction_calls(&next->is)) return next->leads;
  return next->again || (next->callee < CALLEE_MPI && next->leads);
}

/* The first look of a loop may be a statement of its own. */
static void find_leads(struct paths *p)
{
  bool more = true, thrown = false;
  while (more) {
    more = false;
    for (size_t i = p->count; i--;) {
      struct path_step *s = &p->steps[i];
      const struct path_step *next[2];
      int n = paths_next(p, s, next);
      bool leads = thrown && instruction_calls(&s->is) && !s->tells;
      for (int k = 0; k < n; k++)
        leads |= leads_by(next[k]);
      if (s->pad) thrown |= leads_by(s);
      more |= leads && !s->leads;
      s->leads |= leads;
    }
  }
}

/* The paths of a function, which has many looks. */
static struct paths *paths_of(const struct where_code *function)
{
  static struct paths latest;
  static struct hash_key of;
  static const unsigned char *at;
  struct hash_key key = calls_key(function->low);
  if (at == function->low && !memcmp(&of, &key, sizeof key)) return &latest;
  at = function->low;
  of = key;
  paths_drop(&latest);
  paths_read(&latest, function);
  calls_name(&latest);
  set_walls(&latest);
  paths_find_loops(&latest);
  find_expressions(&latest);
  looking_forget();
  for (int i = 1; i <= latest.loop_count && !latest.strange; i++)
    judge_loop(&latest, i);
  find_leads(&latest);
  return &latest;
}

static enum loop read_loop(const struct where_code *function, const void *site,
                           struct calls_reach *reach)
{
  struct paths *p = paths_of(function);
  const struct path_step *look = p->strange ? NULL : paths_ending(p, site);
  if (!look || look->leads) return LOOP_WAITS;
  enum loop l = loop_of_expression(p, look);
  if (l == LOOP_WAITS) return l;
  paths_follow(p, look);
  *reach = calls_reach(p);
  return l;
}

struct site {
  struct hash_node node; /* by the file, and the address there */
  enum loop loop;        /* of its function alone, or LOOP_WAITS by a caller */
  bool last;             /* that is main(), which nobody calls in a loop */
  struct hash_key function;
  struct calls_reach reach; /* of what its function calls behind it */
};

static struct site *site_at(const void *site)
{
  static struct hash sites;
  struct hash_key key = calls_key(site);
  struct site *a = hash_find(&sites, key);
  if (a) return a;
  struct where_code code = {.name = ""};
  a = xmalloc(sizeof *a);
  *a = (struct site){{.key = key}, LOOP_WAITS, .last = false};
  bool known = where_code(site, &code) && !strstr(code.name, ".cold");
  if (known) a->loop = read_loop(&code, site, &a->reach);
  if (known) a->function = calls_key(code.low);
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

/* May one of the functions on the way, by what it calls behind that, come to
 * the last of them, or be that? */
static bool comes_to(const struct site *last, const struct site *way[], int n)
{
  for (int i = 0; i < n; i++)
    if (!memcmp(&way[i]->function, &last->function, sizeof last->function) ||
        calls_come_to(&way[i]->reach, last->function))
      return true;
  return calls_come_to(&last->reach, last->function);
}

/* Is any call on the way to the frame's function in a loop, or one that may
 * come there again? Of very many that is not asked. */
static bool called_in_loop(struct where_frame *f, uintptr_t end)
{
  enum { FRAMES = 32 };
  const struct site *way[FRAMES];
  const struct site *a = site_at(f->site);
  for (int n = 0; n < FRAMES; n++) {
    if (comes_to(a, way, n)) return true;
    way[n] = a;
    if (!where_go_out(f, end)) return true;
    a = site_at(f->site);
    if (a->loop != LOOP_NONE) return true;
    if (a->last) return false;
  }
  return true;
}

/* Once a caller may wait, all may: frames take long to find. */
enum loop loop_around(const void *site)
{
  struct site *within = site_at(site);
  struct where_frame f = {.site = site};
  void *low = NULL, *high = NULL;
  if (within->loop == LOOP_WAITS || within->last) return within->loop;
  if (!self->strand->context) return LOOP_WAITS;
  engine_stack(self->strand->context, &low, &high);
  if (!go_home(&f) || f.stack < (uintptr_t)low || f.stack >= (uintptr_t)high)
    return LOOP_WAITS;
  if (called_in_loop(&f, (uintptr_t)high)) within->loop = LOOP_WAITS;
  return within->loop;
}
