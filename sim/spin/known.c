/* Calls that are one step; known.h says which. */
#include "known.h"

#include "reach.h"

#include "../image/image.h"

/* What is longer is stepped through. */
enum { MOST = 1 << 16 };

/* A string reaches as far as its 0. */
static bool can_read(struct touch_span *s, bool string)
{
  bool bounded = s->size <= MOST;
  if (s->size == 0) return true;
  if (!string) return bounded && reach_holds(s->at, s->size, false);
  s->size = reach_string(s->at, bounded ? s->size : MOST + 1);
  return s->size && s->size <= MOST;
}

static bool can_write(const struct touch_span *s)
{
  return s->size <= MOST && reach_holds(s->at, s->size, true);
}

/* Those in registers. */
static void arguments_of(const greg_t *r, uint64_t arguments[7])
{
  static const int names[] = {REG_RDI, REG_RSI, REG_RDX,
                              REG_RCX, REG_R8,  REG_R9};
  for (int i = 0; i < 6; i++)
    arguments[i] = (uint64_t)r[names[i]];
}

bool known_call(const ucontext_t *u, struct touch_call *c)
{
  const greg_t *r = u->uc_mcontext.gregs;
  const char *path;
  uint64_t stack[2]; /* where it returns to, and an argument */
  c->function = (void *)r[REG_RIP];
  if (image_file_address(c->function, &path)) return false;
  arguments_of(r, c->arguments);
  if (!touch_knows(c)) return false;
  if (!reach_read((uint64_t)r[REG_RSP], stack, sizeof stack)) return false;
  c->arguments[6] = stack[1];
  c->frame = (void *)r[REG_RBP];
  c->site = (const void *)stack[0];
  for (int i = 0; i < 3; i++)
    if (!can_read(&c->reads[i], c->strings)) return false;
  return can_write(&c->writes[0]) && can_write(&c->writes[1]);
}

void known_make(ucontext_t *u, struct touch_call *c)
{
  greg_t *r = u->uc_mcontext.gregs;
  touch_call(c);
  r[REG_RIP] = (greg_t)c->site;
  r[REG_RSP] += (greg_t)sizeof c->site;
  if (c->returns) r[REG_RAX] = (greg_t)c->result[0];
  if (c->returns > sizeof c->result[0]) r[REG_RDX] = (greg_t)c->result[1];
}
