/* The instructions around a look are read once, and their cells numbered. */
#include "looking.h"

#include "../code/registers.h"

#include <string.h>

struct cell {
  uint64_t at;
  size_t size;
};

static struct looking looking;
static struct cell cells[LOOKING_CELLS];

/* Where frames are supposed to be: no global is. */
static const uint64_t frame_at = (uint64_t)1 << 62;

/* The register that its frame is found by. */
static int frame_of(const unsigned char *begin)
{
  static const unsigned char marks[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
  static const unsigned char keeps[] = {0x55, 0x48, 0x89, 0xe5};
  if (!memcmp(begin, marks, sizeof marks)) begin += sizeof marks;
  return memcmp(begin, keeps, sizeof keeps) ? RSP : RBP;
}

/* Does it name memory by the frame, or a global? */
static bool is_named(const struct code *c, int frame)
{
  if (!instruction_has_modrm(c)) return false;
  struct code_place p = code_place(c);
  return p.memory && !c->local && p.index < 0 &&
         (p.base == frame || p.base < 0);
}

static ucontext_t context_at(const unsigned char *at, int frame)
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
  cells[looking.cells++] = (struct cell){s->named, s->bytes};
  return true;
}

static bool read_instruction(struct looking_step *s, int frame)
{
  ucontext_t u = context_at(s->step->at, frame);
  struct code c = code_at(s->step->at);
  struct flow *f = &s->flow;
  if (s->step->is.kind == INSTRUCTION_JUMPS_THROUGH || !flow_next(&u, f))
    return false;
  if ((f->to | f->own) & (FLOW_WHOLE(RSP) | FLOW_WHOLE(frame))) return false;
  bool named = is_named(&c, frame);
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

/* Is its result, in that register, only for a call that tells? */
static bool is_told(const struct path_step *s, int number)
{
  enum { BETWEEN = 4 };
  const struct path_step *end = looking.paths->steps + looking.paths->count;
  for (int i = 0; i < BETWEEN && s->is.kind == INSTRUCTION_PLAIN; i++) {
    if (++s == end) return false;
    struct code c = code_at(s->at);
    if (c.op != 0x89) continue;
    struct code_place p = code_place(&c);
    if (!p.memory && p.other == number) number = p.number;
  }
  return s->tells && number == RDI;
}

/* Is all that the loops do with a register that? */
static bool is_but_told(int number)
{
  if (LOOKING_SCRATCH & FLOW_WHOLE(number)) return false;
  for (int i = 0; i < looking.count; i++) {
    const struct looking_step *s = &looking.steps[i];
    const struct flow *f = &s->flow;
    if (s->calls || !((f->from | f->decides) & FLOW_WHOLE(number))) continue;
    bool copies = f->sum.kept && !f->sum.to.memory && f->sum.to.at == RDI;
    if (!copies || !is_told(s->step, RDI)) return false;
  }
  return true;
}

/* A pointer is made of the cell that begins there. */
static void note_pointer(const struct path_step *s, int frame)
{
  struct code c = code_at(s->at);
  if (c.op != 0x8d || !is_named(&c, frame)) return;
  struct code_place p = code_place(&c);
  if (is_told(s, p.other) || is_but_told(p.other)) return;
  ucontext_t u = context_at(s->at, frame);
  uint64_t at = register_address(&u, &c, &p, s->is.end);
  for (int i = 0; i < looking.cells; i++)
    if (cells[i].at == at) looking.pointed |= (uint64_t)1 << i;
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
  int frame = frame_of(p->begin->at);
  struct looking_step *s = looking.steps;
  looking.paths = p;
  looking.count = looking.cells = 0;
  looking.global = looking.pointed = 0;
  if (!number_steps(p, site)) return NULL;
  for (int i = 0; i < looking.count; i++) {
    s[i].calls = instruction_calls(&s[i].step->is);
    if (!s[i].calls && !read_instruction(&s[i], frame)) return NULL;
    find_next(p, &s[i]);
  }
  for (int i = 0; i < looking.count; i++)
    find_cells(&s[i]);
  for (int i = 0; i < looking.cells; i++)
    if (cells[i].at < frame_at / 2) looking.global |= (uint64_t)1 << i;
  for (size_t i = 0; i < p->count; i++)
    note_pointer(&p->steps[i], frame);
  return &looking;
}
