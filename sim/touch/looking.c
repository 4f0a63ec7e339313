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

static int frame_of(const unsigned char *begin)
{
  static const unsigned char marks[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
  static const unsigned char keeps[] = {0x55, 0x48, 0x89, 0xe5};
  if (!memcmp(begin, marks, sizeof marks)) begin += sizeof marks;
  return memcmp(begin, keeps, sizeof keeps) ? RSP : RBP;
}

/* Does it name memory by the frame, or a global? */
static bool is_named(const struct code *c)
{
  if (!instruction_has_modrm(c)) return false;
  struct code_place p = code_place(c);
  return p.memory && !c->local && p.index < 0 &&
         (p.base == frame || p.base < 0);
}

static ucontext_t context_at(const unsigned char *at)
{
  ucontext_t u = {.uc_flags = 0};
  u.uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)at;
  u.uc_mcontext.gregs[register_name(frame)] = (greg_t)frame_at;
  return u;
}

static bool add_cell(struct looking_step *s)
{
  for (int i = 0; i < looking.cells; i++)
    if (cells[i].at == s->named && cells[i].size == s->bytes) return true;
  if (looking.cells == LOOKING_CELLS) return false;
  cells[looking.cells++] = (struct cell){s->named, s->bytes, s->step->is.end};
  return true;
}

static bool read_instruction(struct looking_step *s)
{
  ucontext_t u = context_at(s->step->at);
  struct code c = code_at(s->step->at);
  struct flow *f = &s->flow;
  if (s->step->is.kind == INSTRUCTION_JUMPS_THROUGH || !flow_next(&u, f))
    return false;
  if ((f->to | f->own) & (FLOW_WHOLE(RSP) | FLOW_WHOLE(frame))) return false;
  bool named = is_named(&c);
  s->load = f->loads[0].size && named;
  s->store = f->stores[0].size && named;
  s->loads = !named && (f->loads[0].size || f->loads[1].size);
  s->stores = !named && (f->stores[0].size || f->stores[1].size);
  if (!s->load && !s->store) return true;
  const struct flow_span *span = s->load ? &f->loads[0] : &f->stores[0];
  s->named = span->at;
  s->bytes = span->size;
  return add_cell(s);
}

/* Now that all are known: which cells it meets. */
static void find_cells(struct looking_step *s)
{
  uint64_t met = 0;
  int itself = -1;
  for (int i = 0; i < looking.cells; i++) {
    const struct cell *c = &cells[i];
    if (s->named >= c->at + c->size || c->at >= s->named + s->bytes) continue;
    met |= (uint64_t)1 << i;
    if (c->at == s->named && c->size == s->bytes) itself = i;
  }
  s->from = s->load ? itself : -1;
  s->to = s->store ? itself : -1;
  s->load = s->load ? met : 0;
  s->store = s->store ? met : 0;
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
 * that, but to copy and tell it. */
static bool hold_on(const struct path_step *s, uint64_t *holding)
{
  struct flow f;
  ucontext_t u = context_at(s->at);
  if (instruction_calls(&s->is)) {
    bool told = s->tells || !(*holding & LOOKING_SCRATCH);
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
}

static void note_maker(const struct path_step *s)
{
  struct flow f;
  ucontext_t u = context_at(s->at);
  struct code c = code_at(s->at);
  uint64_t frames = FLOW_WHOLE(RSP) | FLOW_WHOLE(frame);
  if (instruction_calls(&s->is) || !flow_next(&u, &f)) return;
  if ((f.to | f.own) & frames) return;
  struct maker m = {.step = s, .named = is_named(&c)};
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
  held = xcalloc(p->count, sizeof *held);
  for (size_t i = 0; i < p->count; i++)
    note_maker(&p->steps[i]);
  free(held);
}

static void note_pointer(const struct maker *m)
{
  if (m->named)
    lead_to(m->at, m->step->is.end);
  else if (m->makes || m->step->number >= 0)
    lead_anywhere();
}

static void find_next(const struct paths *p, struct looking_step *s)
{
  const struct path_step *next[2];
  int count = paths_next(p, s->step, next), around = 0;
  s->next[0] = s->next[1] = -1;
  for (int i = 0; i < count; i++)
    if (next[i]->number >= 0) s->next[around++] = next[i]->number;
}

static bool number_steps(const struct paths *p, const void *site)
{
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++) {
    s->number = s->after && s->before ? looking.count++ : -1;
    if (s->number < 0) continue;
    if (s->pad || s->number == LOOKING_STEPS) return false;
    looking.steps[s->number] = (struct looking_step){.step = s};
    if (s->is.end == site) looking.look = s->number;
  }
  return true;
}

const struct looking *looking_read(const struct paths *p, const void *site)
{
  struct looking_step *s = looking.steps;
  frame = frame_of(p->begin->at);
  looking.paths = p;
  looking.count = looking.cells = 0;
  looking.global = looking.pointed = 0;
  if (!number_steps(p, site)) return NULL;
  for (int i = 0; i < looking.count; i++) {
    s[i].calls = instruction_calls(&s[i].step->is);
    if (!s[i].calls && !read_instruction(&s[i])) return NULL;
    find_next(p, &s[i]);
  }
  for (int i = 0; i < looking.count; i++)
    find_cells(&s[i]);
  for (int i = 0; i < looking.cells; i++)
    if (is_global(cells[i].at)) looking.global |= (uint64_t)1 << i;
  if (!makers.known) find_makers(p);
  for (size_t i = 0; i < makers.count; i++)
    note_pointer(&makers.list[i]);
  return &looking;
}
