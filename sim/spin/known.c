/* Calls that are one step; known.h says which. */
#include "known.h"

#include "reach.h"

#include "../image/image.h"

bool known_call(const ucontext_t *u, struct touch_call *c)
{
  static const int names[] = {REG_RDI, REG_RSI, REG_RDX,
                              REG_RCX, REG_R8,  REG_R9};
  const greg_t *r = u->uc_mcontext.gregs;
  const char *path;
  char bytes[16];
  uint64_t stack[2]; /* where it returns to, and an argument */
  *c = (struct touch_call){.function = (void *)r[REG_RIP],
                           .frame = (void *)r[REG_RBP]};
  if (image_file_address(c->function, &path) || !touch_knows(c)) return false;
  if (!reach_read((uint64_t)r[REG_RSP], stack, sizeof stack)) return false;
  for (int i = 0; i < 6; i++)
    c->arguments[i] = (uint64_t)r[names[i]];
  c->arguments[6] = stack[1];
  c->site = (const void *)stack[0];
  return reach_read(c->arguments[0], bytes, c->accesses) &&
         (!c->second || reach_read(c->arguments[1], bytes, c->accesses));
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
