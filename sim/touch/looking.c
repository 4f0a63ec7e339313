/* The instructions around a look are read once, and their cells numbered; what
 * makes pointers in its function is kept for the function's next look. */
#include "looking.h"

#include "../code/registers.h"
#include "../where/variables.h"
#include "../../model/memory.h"

#include <stdlib.h>
#include <string.h>

struct cell {
  uint64_t at;
  size_t size;
  const void *site; /* behind what names it */
};

static struct looking looking;
static struct cell cells[LOOKING_CELLS];

/* Where frames are supposed to be: no global is. */
static const uint64_t frame_at = (uint64_t)1 << 62;

static int frame; /* the register that it is found by */
static bool depths_known;

static int frame_of(const unsigned char *begin)
{
  static const unsigned char marks[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
  static const unsigned char keeps[] = {0x55, 0x48, 0x89, 0xe5};
  if (!memcmp(begin, marks, sizeof marks)) begin += sizeof marks;
  return memcmp(begin, keeps, sizeof keeps) ? RSP : RBP;
}

static bool is_push(const struct code *c)
{
  enum { PUSH = 6 };
  return (c->op >= 0x50 && c->op < 0x58) || c->op == 0x68 || c->op == 0x6a ||
         (c->op == 0xff && code_part(c) == PUSH);
}

static bool is_pop(const struct code *c)
{
  return c->op >= 0x58 && c->op < 0x60;
}

/* Does it name memory by the frame, or a global? */
static bool is_named(const struct code *c)
{
  if (!instruction_has_modrm(c)) return false;
  struct code_place p = code_place(c);
  return p.memory && !c->local && p.index < 0 &&
         (p.base == frame || p.base < 0);
}

static ucontext_t context_at(const struct path_step *s)
{
  ucontext_t u = {.uc_flags = 0};
  u.uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)s->at;
  u.uc_mcontext.gregs[register_name(frame)] = (greg_t)frame_at + s->depth;
  return u;
}

/* --- how deep the stack is --- */

/* How much it changes that; false: not known. */
static bool deepens(const struct path_step *s, long *by)
{
  struct flow f;
  struct code c = code_at(s->at);
  ucontext_t u = context_at(s);
  *by = 0;
  if (instruction_calls(&s->is)) return true;
  if (!flow_next(&u, &f)) return false;
  if (!((f.to | f.own) & FLOW_WHOLE(RSP))) return true;
  const struct flow_term *t = f.sum.terms;
  bool sum = f.sum.kept && !f.sum.to.memory && f.sum.to.at == RSP &&
             t->times == 1 && !t->place.memory && t->place.at == RSP &&
             !t[1].times;
  *by = sum ? (long)f.sum.constant : is_pop(&c) ? 8 : -8;
  return sum || is_pop(&c) || is_push(&c);
}

/* The depth of each step, as from the one where the function begins. False: a
 * step has several. */
static bool find_depths(const struct paths *p)
{
  const struct path_step *next[2];
  size_t height = 0;
  bool one = true;
  for (size_t i = 0; i < p->count; i++)
    p->steps[i].known = false, p->steps[i].depth = 0;
  p->begin->known = true;
  p->ways[height++] = p->begin;
  while (height) {
    const struct path_step *s = p->ways[--height];
    long by;
    int count = deepens(s, &by) ? paths_next(p, s, next) : 0;
    for (int i = 0; i < count; i++) {
      struct path_step *n = p->steps + (next[i] - p->steps);
      if (n->known) one &= n->depth == s->depth + by;
      if (n->known) continue;
      n->known = true;
      n->depth = s->depth + by;
      p->ways[height++] = n;
    }
  }
  return one;
}

static bool add_cell(const struct looking_step *s, struct looking_span span)
{
  if (!span.size) return true;
  for (int i = 0; i < looking.cells; i++)
    if (cells[i].at == span.at && cells[i].size == span.size) return true;
  if (looking.cells == LOOKING_CELLS) return false;
  cells[looking.cells++] = (struct cell){span.at, span.size, s->step->is.end};
  return true;
}

/* What a call may be given there, beside registers. */
static void read_call(struct looking_step *s)
{
  enum { ARGUMENTS = 96 };
  if (frame != RSP || s->step->tells) return;
  s->loaded.at = frame_at + (uint64_t)s->step->depth;
  s->loaded.size = ARGUMENTS;
}

static bool read_instruction(struct looking_step *s)
{
  ucontext_t u = context_at(s->step);
  struct code c = code_at(s->step->at);
  struct flow *f = &s->flow;
  long by;
  if (s->step->is.kind == INSTRUCTION_JUMPS_THROUGH || !flow_next(&u, f))
    return false;
  if (!deepens(s->step, &by)) return false;
  if (frame != RSP && (f->to | f->own) & FLOW_WHOLE(frame)) return false;
  f->to &= ~FLOW_WHOLE(RSP);
  f->own &= ~FLOW_WHOLE(RSP);
  bool named = is_named(&c), stack = frame == RSP;
  bool load = named || (stack && is_pop(&c));
  bool store = is_push(&c) ? stack : named;
  if (load) s->loaded = (struct looking_span){f->loads[0].at, f->loads[0].size};
  if (store)
    s->stored = (struct looking_span){f->stores[0].at, f->stores[0].size};
  s->loads = (!load && f->loads[0].size) || f->loads[1].size;
  s->stores = (!store && f->stores[0].size) || f->stores[1].size;
  return add_cell(s, s->loaded) && add_cell(s, s->stored);
}

/* Now that all are known: which cells are met there, and which is that. */
static uint64_t cells_at(struct looking_span span, int *itself)
{
  uint64_t met = 0;
  *itself = -1;
  for (int i = 0; i < looking.cells && span.size; i++) {
    const struct cell *c = &cells[i];
    if (span.at >= c->at + c->size || c->at >= span.at + span.size) continue;
    met |= (uint64_t)1 << i;
    if (c->at == span.at && c->size == span.size) *itself = i;
  }
  return met;
}

static void find_cells(struct looking_step *s)
{
  s->load = cells_at(s->loaded, &s->from);
  s->store = cells_at(s->stored, &s->to);
}

/* --- pointers to cells --- */

/* Where a copy of what is held goes; 0: it is none. */
static uint64_t copied(const struct flow_sum *s, uint64_t held)
{
  const struct flow_term *t = &s->terms[0];
  bool copies = s->kept && !s->swaps && s->size == 8 && !s->constant &&
                t->times == 1 && !s->terms[1].times && !s->to.memory &&
                !t->place.memory;
  return copies && FLOW_WHOLE(t->place.at) & held ? FLOW_WHOLE(s->to.at) : 0;
}

/* Which registers hold a pointer behind the step? False: it does something with
 * that, but to copy and tell it, or to hand it to who is done with it before
 * any loop. */
static bool hold_on(const struct path_step *s, uint64_t *holding)
{
  struct flow f;
  ucontext_t u = context_at(s);
  if (instruction_calls(&s->is)) {
    bool told = s->tells || (s->keeps_none && !s->loop) ||
                !(*holding & LOOKING_SCRATCH);
    *holding &= ~LOOKING_SCRATCH;
    return told;
  }
  if (!flow_next(&u, &f)) return false;
  uint64_t more = copied(&f.sum, *holding);
  if (!more && *holding & (f.from | f.decides)) return false;
  *holding = (*holding & ~f.anew) | more;
  return true;
}

static uint64_t *held; /* the registers that hold it, before each step */

/* Is a pointer that is made there only told, whatever way it goes? */
static bool is_but_told(const struct path_step *made, uint64_t registers)
{
  static const struct path_step **ways; /* steps that it comes to */
  static size_t room;
  const struct path_step *s = made, *next[2];
  bool told = true;
  size_t met = 0;
  for (size_t gone = 0; told && s; s = gone < met ? ways[gone++] : NULL) {
    uint64_t behind = s == made ? registers : held[s - looking.paths->steps];
    if (s != made) told = hold_on(s, &behind);
    int count = behind ? paths_next(looking.paths, s, next) : 0;
    for (int i = 0; i < count; i++) {
      uint64_t *there = &held[next[i] - looking.paths->steps];
      if (!(behind & ~*there)) continue;
      *there |= behind;
      GROW(ways, met, room, 64);
      ways[met++] = next[i];
    }
  }
  for (size_t i = 0; i < met; i++)
    held[ways[i] - looking.paths->steps] = 0;
  return told;
}

/* The variable that is there, from the frame's pointer; false: not known. */
static bool variable_at(uint64_t at, const void *site, long *from, long *to)
{
  return frame == RBP && variable_extent((long)(at - frame_at), site, from, to);
}

/* It is a variable, and no part of one. */
static bool is_whole(const struct cell *c)
{
  long from, to, at = (long)(c->at - frame_at);
  return variable_at(c->at, c->site, &from, &to) && from == at &&
         to == at + (long)c->size;
}

static bool is_global(uint64_t at)
{
  return at < frame_at / 2;
}

/* A pointer leads there. */
static void lead_to(uint64_t at, const void *site)
{
  long from, to;
  bool known = !is_global(at) && variable_at(at, site, &from, &to);
  for (int i = 0; i < looking.cells; i++) {
    const struct cell *c = &cells[i];
    long offset = (long)(c->at - frame_at);
    bool there = c->at == at;
    if (known)
      there |= offset < to && offset + (long)c->size > from;
    else if (!is_global(at) && !is_global(c->at))
      there |= !is_whole(c);
    if (there) looking.pointed |= (uint64_t)1 << i;
  }
}

/* An index leads anywhere in the frame, but not to what is a variable. */
static void lead_anywhere(void)
{
  for (int i = 0; i < looking.cells; i++)
    if (!is_global(cells[i].at) && !is_whole(&cells[i]))
      looking.pointed |= (uint64_t)1 << i;
}

/* Of the function: steps that make a pointer to a cell, or go by one. */
static struct {
  struct maker {
    const struct path_step *step;
    bool makes, named;
    uint64_t at; /* where it leads, if it is named; else that is anywhere */
  } * list;
  size_t count, room;
  bool known;
} makers;

void looking_forget(void)
{
  makers.known = false;
  looking.paths = NULL;
}

/* Is it known where its frame is? */
static bool is_known(const struct path_step *s)
{
  return frame != RSP || (depths_known && s->known);
}

static void note_maker(const struct path_step *s)
{
  struct flow f;
  ucontext_t u = context_at(s);
  struct code c = code_at(s->at);
  uint64_t frames = FLOW_WHOLE(RSP) | FLOW_WHOLE(frame);
  if (instruction_calls(&s->is) || !flow_next(&u, &f)) return;
  if ((f.to | f.own) & frames) return;
  struct maker m = {.step = s, .named = is_named(&c) && is_known(s)};
  m.makes = m.named ? c.op == 0x8d : f.from & frames;
  if (m.makes && f.to && is_but_told(s, f.to)) return;
  if (!m.makes && (m.named || !(f.decides & frames))) return;
  if (m.named) {
    struct code_place p = code_place(&c);
    m.at = register_address(&u, &c, &p, s->is.end);
  }
  GROW(makers.list, makers.count, makers.room, 16);
  makers.list[makers.count++] = m;
}

static void find_makers(const struct paths *p)
{
  makers.known = true;
  makers.count = 0;
  depths_known = frame == RSP && find_depths(p);
  held = xcalloc(p->count, sizeof *held);
  for (size_t i = 0; i < p->count; i++)
    note_maker(&p->steps[i]);
  free(held);
}

static void note_pointer(const struct maker *m)
{
  if (m->named)
    lead_to(m->at, m->step->is.end);
  else if (m->makes || m->step->loop == looking.loop)
    lead_anywhere();
}

static void find_next(struct looking_step *s)
{
  const struct path_step *next[2];
  int count = paths_next(looking.paths, s->step, next), around = 0;
  s->next[0] = s->next[1] = -1;
  for (int i = 0; i < count; i++)
    if (next[i]->loop == looking.loop) s->next[around++] = next[i]->number;
  s->leaves = !count || around < count;
}

static bool number_steps(const struct paths *p)
{
  size_t from = p->loops[looking.loop], to = p->loops[looking.loop + 1];
  if (to - from > LOOKING_STEPS) return false;
  for (size_t i = from; i < to; i++) {
    struct path_step *s = p->around[i];
    s->number = looking.count++;
    if (s->pad || !is_known(s)) return false;
    looking.steps[s->number] = (struct looking_step){.step = s};
  }
  return true;
}

static bool read_steps(void)
{
  struct looking_step *s = looking.steps;
  for (int i = 0; i < looking.count; i++) {
    s[i].calls = instruction_calls(&s[i].step->is);
    if (s[i].calls)
      read_call(&s[i]);
    else if (!read_instruction(&s[i]))
      return false;
    find_next(&s[i]);
  }
  for (int i = 0; i < looking.count; i++)
    find_cells(&s[i]);
  return true;
}

/* Is it told of a local variable that no pointer leads to? That is named right
 * before. */
static bool is_apart(const struct looking_step *s)
{
  const struct path_step *before = s->step - 1;
  uint64_t met = 0;
  if (!s->step->tells || before < looking.paths->steps) return false;
  struct code c = code_at(before->at);
  if (c.op != 0x8d || !is_named(&c) || !is_known(before)) return false;
  ucontext_t u = context_at(before);
  struct code_place p = code_place(&c);
  uint64_t at = register_address(&u, &c, &p, before->is.end);
  for (int i = 0; i < looking.cells; i++)
    if (cells[i].at == at) met |= (uint64_t)1 << i;
  return p.other == RDI && met && !(met & (looking.global | looking.pointed));
}

static bool read_loop(const struct paths *p)
{
  frame = frame_of(p->begin->at);
  if (!makers.known) find_makers(p);
  if (!number_steps(p) || !read_steps()) return false;
  for (int i = 0; i < looking.cells; i++)
    if (is_global(cells[i].at)) looking.global |= (uint64_t)1 << i;
  for (size_t i = 0; i < makers.count; i++)
    note_pointer(&makers.list[i]);
  for (int i = 0; i < looking.count; i++)
    looking.steps[i].apart = is_apart(&looking.steps[i]);
  return true;
}

const struct looking *looking_read(const struct paths *p, int loop)
{
  static bool read;
  if (looking.paths == p && looking.loop == loop) return read ? &looking : NULL;
  looking.paths = p;
  looking.loop = loop;
  looking.count = looking.cells = 0;
  looking.global = looking.pointed = 0;
  read = read_loop(p);
  return read ? &looking : NULL;
}
