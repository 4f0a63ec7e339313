/* Asking those who know: the heap's blocks, the image, the stacks. */
#include "memory.h"

#include "blocks.h"
#include "heap.h"
#include "variables.h"
#include "where.h"

#include "../image/image.h"
#include "../rank/observed.h"
#include "../rank/own.h"
#include "../../model/observer.h"
#include "../../model/window/window.h"

#include <stdint.h>
#include <stdio.h>

/* --- blocks: the heap, and windows that MPI allocated --- */

/* Where the memory ends to which this part of a window belongs: parts of shared
 * memory are one piece if they touch. */
static const char *end_of_parts(const struct window_view *v, const char *to)
{
  const struct window *w = v->window;
  const struct exposure *last = &w->exposures[w->size - 1];
  bool touch = w->flavor == MPI_WIN_FLAVOR_SHARED && v->rank < w->size - 1 &&
               w->exposures[v->rank + 1].base == to;
  return touch ? (const char *)last->base + last->size : to;
}

static void name_block(const struct block *b, bool named,
                       struct where_memory *m)
{
  static const enum memory_kind kinds[] = {[BLOCK_LIVE] = MEMORY_HEAP,
                                           [BLOCK_FREED] = MEMORY_FREED,
                                           [BLOCK_WINDOW] = MEMORY_WINDOW};
  m->kind = kinds[b->kind];
  m->mpi = b->mpi;
  m->from = b->from;
  m->to = b->kind == BLOCK_WINDOW ? end_of_parts(b->window, b->to) : b->to;
  int n = 0;
  if (!named) return;
  if (b->kind == BLOCK_WINDOW)
    snprintf(m->name, sizeof m->name, "%s", window_label(b->window));
  else
    n = snprintf(m->name, sizeof m->name, "memory allocated at %s",
                 where_call(b->site));
  if (b->kind == BLOCK_FREED && n < (int)sizeof m->name)
    snprintf(m->name + n, sizeof m->name - (size_t)n, " and freed at %s",
             where_call(b->freed));
}

/* Memory that is the program's has another owner already. */
static void on_exposure(struct observer *o, const struct observed_exposure *e)
{
  struct where_memory m;
  (void)o;
  if (e->from == e->to) return;
  struct block *b = blocks_at(e->from);
  if (e->ends) {
    if (b && b->kind == BLOCK_WINDOW && b->window == e->window)
      blocks_remove(b);
    return;
  }
  where_memory(e->from, e->strand.rank, &m);
  if (m.kind != MEMORY_UNKNOWN) return;
  b = blocks_add(e->from, (size_t)(e->to - e->from));
  b->kind = BLOCK_WINDOW;
  b->rank = e->strand.rank;
  b->window = e->window;
}

/* --- stacks --- */

/* What is asked of an address: its name, too, as the code before `access` sees
 * it? (NULL: as that which goes on.) Compilers give the memory of one variable
 * to another where its block has ended. */
struct question {
  bool named;
  const void *access;
};

static const void *seen_from(const struct question *q, const void *site)
{
  return q->access && variable_one_frame(q->access, site) ? q->access : site;
}

/* The frame pointers of a strand, from its innermost call on. */
struct walk {
  const char *low, *high;  /* of its stack */
  const char *const *next; /* frame: the caller's frame pointer, its place */
  const char *pointer;     /* of the program's function that was found */
  const char *site;        /* where that goes on */
};

/* On to the next function of the program; its frame, and that of what it
 * called in `below`. */
static bool walk_on(struct walk *w, const char **below)
{
  for (;;) {
    const char *const *f = w->next;
    if ((const char *)f < w->low || (const char *)(f + 2) > w->high ||
        (uintptr_t)f % sizeof *f)
      return false;
    *below = (const char *)(f + 2);
    w->pointer = f[0];
    w->site = f[1];
    w->next = (const char *const *)f[0];
    if ((const char *)w->next <= (const char *)f) w->next = NULL;
    if (w->site && image_calls_at(w->site)) return true;
    if (!w->next) return false;
  }
}

static void name_stack(const struct variable *v, bool found, bool named,
                       struct where_memory *m)
{
  m->kind = MEMORY_STACK;
  if (found) {
    m->from = v->from;
    m->to = v->to;
    m->scope = v->scope;
  }
  if (!named) return;
  if (found) {
    snprintf(m->name, sizeof m->name, "`%s` of %s()", v->name,
             v->function ? v->function : "?");
  } else if (v->function) {
    snprintf(m->name, sizeof m->name, "the stack of %s()", v->function);
  }
}

/* The frames of the strand whose stack holds the address. */
static bool walk_begin(struct walk *w, const char *address,
                       const struct strand *s)
{
  void *low = NULL, *high = NULL;
  const struct rank *r = s->rank;
  if (s->context) engine_stack(s->context, &low, &high);
  if (!low || address < (char *)low || address >= (char *)high) return false;
  const struct call *call = observed_call(s);
  *w = (struct walk){.low = low, .high = high};
  if (s->pause.function) /* a library that called it may have no frames */
    w->next = image_calls_at(s->pause.site) ? s->pause.frame : NULL;
  else if (call)
    w->next = call->frame;
  else if (self == r && r->strand == s)
    w->next = __builtin_frame_address(0);
  return true;
}

static void set_dead(struct where_memory *m, const char *name)
{
  m->kind = MEMORY_DEAD;
  snprintf(m->name, sizeof m->name, "%s", name);
}

static void look_at_frames(const char *address, struct walk *w,
                           const struct question *q, struct where_memory *m)
{
  const char *below;
  struct variable v = {0};
  m->kind = MEMORY_STACK;
  for (bool innermost = true; walk_on(w, &below); innermost = false) {
    if (innermost && address < below) {
      set_dead(m, "the stack of a function that has returned");
      return;
    }
    /* Its locals lie between what it called and its frame pointer. */
    if (address >= w->pointer + 2 * sizeof(void *)) continue;
    bool found = variable_local(address, seen_from(q, w->site), w->pointer, &v);
    name_stack(&v, found, q->named, m);
    return;
  }
}

/* What is `at` bytes from the frame pointer of the function that calls at
 * `site`, in all its frames. A loop has few calls, and a call few buffers. */
struct found {
  const char *site;
  long at;
  long from, to; /* the variable, from there, too; 0 both: none is known */
  struct scope *scope;
};

static struct found *found_at(const char *site, long at)
{
  enum { RECENT = 256, WORD = 8 };
  static struct found recent[RECENT];
  return &recent[((uintptr_t)site + (unsigned long)at / WORD) % RECENT];
}

static void found_again(const struct found *f, const char *frame,
                        struct where_memory *m)
{
  m->kind = MEMORY_STACK;
  if (f->from == f->to) return;
  m->from = frame + f->from;
  m->to = frame + f->to;
  m->scope = f->scope;
}

/* Most buffers on a stack are of the function that calls: not far from the
 * frame of the call, where nothing but that stack can be. */
static bool in_caller(const char *address, const struct strand *s,
                      const struct question *q, struct where_memory *m)
{
  enum { NEAR = 4096 };
  const struct call *call = observed_call(s);
  if (!call) return false;
  const char *const *f = call->frame;
  const char *below = (const char *)(f + 2), *frame = f[0], *site = f[1];
  if (address < below || address >= below + NEAR ||
      address >= frame + 2 * sizeof *f)
    return false;
  long at = address - frame;
  struct found *known = found_at(site, at);
  if (!q->named && known->site == site && known->at == at) {
    found_again(known, frame, m);
    return true;
  }
  struct variable v;
  if (!image_calls_at(site)) return false;
  bool found = variable_local(address, seen_from(q, site), frame, &v);
  name_stack(&v, found, q->named, m);
  if (!v.fixed || q->access) return true;
  *known = (struct found){.site = site, .at = at, .scope = v.scope};
  if (found) known->from = v.from - frame, known->to = v.to - frame;
  return true;
}

static bool on_stack(const char *address, const struct strand *s,
                     const struct question *q, struct where_memory *m)
{
  struct walk w;
  if (in_caller(address, s, q, m)) return true;
  if (!walk_begin(&w, address, s)) return false;
  m->kind = MEMORY_STACK;
  /* Of one that is parked elsewhere, nothing is known. */
  if (s->idle)
    set_dead(m, "the stack of a thread that has ended");
  else if (w.next)
    look_at_frames(address, &w, q, m);
  return true;
}

/* Only of the function that called: what is farther out has called that from
 * where it was. */
enum scope_left where_left(struct scope *scope, const void *address, int rank)
{
  const char *at = address;
  for (const struct strand *s = &rank_of(rank)->main; s; s = s->next) {
    const struct call *call = observed_call(s);
    if (!call) continue;
    const char *const *f = call->frame;
    if (at >= (const char *)(f + 2) && at < f[0] && image_calls_at(f[1]))
      return variable_left(scope, f[1]);
  }
  return SCOPE_STAYS;
}

/* --- thread-locals --- */

/* The strand whose thread-locals hold the address, or NULL. main()'s stay; so
 * do those of a team's threads, which a later region finds again. */
static const struct strand *locals_of(const char *address, int rank)
{
  for (const struct strand *s = rank_of(rank)->main.next; s; s = s->next) {
    const struct own *o = s->pooled ? NULL : s->own;
    if (o && address >= o->locals && address < o->locals + o->size) return s;
  }
  return NULL;
}

static bool in_locals(const char *address, int rank, struct where_memory *m)
{
  const struct strand *s = locals_of(address, rank);
  if (!s) return false;
  m->kind = s->idle ? MEMORY_ENDED : MEMORY_STACK;
  if (s->idle)
    snprintf(m->name, sizeof m->name,
             "a thread-local variable of a thread that has ended");
  return true;
}

/* --- what is dead --- */

/* Asked of many addresses while one event is told, all on one stack. */
bool where_dead(const void *address, int rank)
{
  static struct walk w;
  static unsigned long round;
  static const char *below; /* what the innermost function called; NULL */
  const char *at = address;
  if (round == observers_round && at >= w.low && at < w.high) return at < below;
  for (const struct strand *s = &rank_of(rank)->main; s; s = s->next) {
    if (!walk_begin(&w, at, s)) continue;
    if (s->idle)
      below = w.high;
    else if (!w.next || !walk_on(&w, &below))
      below = NULL;
    round = observers_round;
    return at < below;
  }
  const struct strand *s = locals_of(at, rank);
  return s && s->idle;
}

/* --- all --- */

static bool in_variables(const char *address, bool named,
                         struct where_memory *m)
{
  struct variable v;
  const char *path;
  if (!image_file_address(address, &path)) return false;
  m->kind = MEMORY_GLOBAL;
  if (!variable_global(address, &v)) return true;
  m->from = v.from;
  m->to = v.to;
  if (named) snprintf(m->name, sizeof m->name, "`%s`", v.name);
  return true;
}

/* No two of them have the same memory: first what is found fast. */
static void describe(const void *address, int rank, struct question q,
                     struct where_memory *m)
{
  m->kind = MEMORY_UNKNOWN;
  m->mpi = false;
  m->scope = NULL;
  m->from = m->to = NULL;
  *m->name = 0;
  if (engine_near_stacks(address))
    for (const struct strand *s = &rank_of(rank)->main; s; s = s->next)
      if (on_stack(address, s, &q, m)) return;
  if (in_variables(address, q.named, m)) return;
  const struct block *b = blocks_of_rank(address, rank);
  if (b)
    name_block(b, q.named, m);
  else
    in_locals(address, rank, m);
}

void where_memory(const void *address, int rank, struct where_memory *m)
{
  describe(address, rank, (struct question){.named = true}, m);
}

void where_extent(const void *address, int rank, struct where_memory *m)
{
  describe(address, rank, (struct question){0}, m);
}

bool where_name(const void *address, int rank, const void *access, char *text,
                size_t size)
{
  struct where_memory m;
  describe(address, rank, (struct question){true, access}, &m);
  snprintf(text, size, "%s", m.name);
  return *m.name;
}

void where_memory_open(void)
{
  static struct observer exposures = {.exposure = on_exposure};
  heap_open();
  observer_add(&exposures);
}
