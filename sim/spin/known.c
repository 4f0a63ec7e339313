/* Calls that are one step; known.h says which. */
#include "known.h"

#include "reach.h"

#include "../image/image.h"

bool known_call(const ucontext_t *u, struct touch_call *c)
{
  static const int names[] = {REG_RDI, REG_RSI, REG_RDX, REG_RCX, REG_R8};
  const greg_t *r = u->uc_mcontext.gregs;
  const char *path;
  uint64_t bytes;
  *c = (struct touch_call){.function = (void *)r[REG_RIP],
                           .frame = (void *)r[REG_RBP]};
  if (image_file_address(c->function, &path) || !touch_knows(c)) return false;
  for (int i = 0; i < 5; i++)
    c->arguments[i] = (uint64_t)r[names[i]];
  return reach_read(c->arguments[0], &bytes, c->accesses) &&
         (!c->second || reach_read(c->arguments[1], &bytes, c->accesses)) &&
         reach_read((uint64_t)r[REG_RSP], &c->site, sizeof c->site);
}

void known_make(ucontext_t *u, struct touch_call *c)
{
  greg_t *r = u->uc_mcontext.gregs;
  touch_call(c);
  r[REG_RIP] = (greg_t)c->site;
  r[REG_RSP] += (greg_t)sizeof c->site;
  if (c->returns) r[REG_RAX] = (greg_t)c->result;
}
