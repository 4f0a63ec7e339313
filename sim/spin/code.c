/* Prefixes, opcode, ModRM. */
#include "code.h"

#include <string.h>

int code_register_name(int number)
{
  static const int names[] = {
      REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  return names[number];
}

uint64_t code_register(const ucontext_t *u, int number)
{
  return (uint64_t)u->uc_mcontext.gregs[code_register_name(number)];
}

/* Notes what it does; false: it is no prefix. */
static bool prefix(struct code *c, unsigned char byte)
{
  switch (byte) {
  case 0x64:
    c->local = true;
    return true;
  case 0x65:
    c->odd = true;
    return true;
  case 0x66:
    c->word = true;
    return true;
  case 0x67:
    c->narrow = true;
    return true;
  case 0xf0:
    c->locked = true;
    return true;
  case 0xf2:
  case 0xf3:
    c->repeat = byte;
    return true;
  case 0x26:
  case 0x2e:
  case 0x36:
  case 0x3e:
    return true;
  default:
    return false;
  }
}

struct code code_at(const unsigned char *at)
{
  struct code c = {.rex = 0};
  while (prefix(&c, *at))
    at++;
  if ((*at & 0xf0) == 0x40) c.rex = *at++;
  c.op = *at++;
  if (c.op == 0x0f) {
    c.op = 0x0f00u | *at++;
    if (c.op == 0x0f38 || c.op == 0x0f3a) c.op = 0x10000u | *at++;
  }
  c.after = at;
  return c;
}

uint8_t code_size(const struct code *c)
{
  if (c->rex & 8) return 8;
  return c->word ? 2 : 4;
}

static int64_t displacement(const unsigned char *at, int mode)
{
  int32_t four;
  if (mode == 0) return 0;
  if (mode == 1) return (int8_t)*at;
  memcpy(&four, at, sizeof four);
  return four;
}

static uint64_t thread(void)
{
  uint64_t address;
  __asm__("movq %%fs:0, %0" : "=r"(address));
  return address;
}

struct code_place code_place(const struct code *c, const ucontext_t *u)
{
  static const int lengths[] = {0, 1, 4};
  const unsigned char *at = c->after;
  int mode = *at >> 6, base = *at & 7;
  struct code_place p = {.base = -1,
                         .index = -1,
                         .number = base | (c->rex & 1) << 3,
                         .other = (*at >> 3 & 7) | (c->rex & 4) << 1,
                         .after = at + 1};
  at++;
  if (mode == 3) return p;
  p.memory = true;
  p.relative = mode == 0 && base == 5;
  if (base == 4) {
    int scale = *at >> 6, index = (*at >> 3 & 7) | (c->rex & 2) << 2;
    base = *at++ & 7;
    if (index != 4) {
      p.index = index;
      p.scale = 1 << scale;
      p.address = code_register(u, index) << scale;
      p.made_of = 1ull << index;
    }
  }
  if (mode == 0 && base == 5) {
    mode = 2; /* a displacement of four bytes, and no register */
  } else {
    base |= (c->rex & 1) << 3;
    p.base = base;
    p.address += code_register(u, base);
    p.made_of |= 1ull << base;
  }
  p.address += (uint64_t)displacement(at, mode);
  if (c->local) p.address += thread();
  p.after = at + lengths[mode];
  return p;
}
