/* Prefixes, opcode, ModRM. */
#include "code.h"

#include <string.h>

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

/* The extensions for vectors, behind their first byte. The longer ones say by a
 * number which of the opcodes of more bytes it is; some numbers are of none. */
static const unsigned char *read_vector(struct code *c, const unsigned char *at)
{
  enum { VEX = 0xc4, VEX_SHORT = 0xc5, MAPS = 4 };
  static const unsigned maps[MAPS] = {0, 0x0f00, 0x0f3800, 0x0f3a00};
  bool is_short = c->op == VEX_SHORT;
  unsigned map = is_short ? 1 : *at & (c->op == VEX ? 0x1f : 7);
  at += is_short ? 1 : c->op == VEX ? 2 : 3;
  c->vector = true;
  c->op = map && map < MAPS ? maps[map] | *at : 0;
  return at + 1;
}

static bool is_rex(unsigned char byte)
{
  return (byte & 0xf0) == 0x40;
}

struct code code_at(const unsigned char *at)
{
  struct code c = {.rex = 0};
  while (!is_rex(*at) && prefix(&c, *at))
    at++;
  if (is_rex(*at)) c.rex = *at++;
  c.op = *at++;
  if (c.op == 0x0f) {
    c.op = 0x0f00u | *at++;
    if (c.op == 0x0f38 || c.op == 0x0f3a) c.op = c.op << 8 | *at++;
  } else if ((c.op == 0xc4 || c.op == 0xc5 || c.op == 0x62) && !c.rex) {
    at = read_vector(&c, at);
  }
  c.after = at;
  return c;
}

/* Of four bytes or one, or none. */
static int32_t displacement(const unsigned char *at, int mode)
{
  int32_t four;
  if (mode == 0) return 0;
  if (mode == 1) return (int8_t)*at;
  memcpy(&four, at, sizeof four);
  return four;
}

struct code_place code_place(const struct code *c)
{
  static const int lengths[] = {0, 1, 4};
  const unsigned char *at = c->after;
  int mode = *at >> 6, base = *at & 7;
  struct code_place p = {.base = -1,
                         .index = -1,
                         .number = base | (c->rex & 1) << 3,
                         .other = code_part(c) | (c->rex & 4) << 1,
                         .after = at + 1};
  at++;
  if (mode == 3) return p;
  p.memory = true;
  p.relative = mode == 0 && base == 5;
  if (base == 4) {
    int index = (*at >> 3 & 7) | (c->rex & 2) << 2;
    if (index != 4) {
      p.index = index;
      p.scale = 1 << (*at >> 6);
    }
    base = *at++ & 7;
  }
  if (mode == 0 && base == 5)
    mode = 2; /* a displacement of four bytes, and no register */
  else
    p.base = base | (c->rex & 1) << 3;
  p.displacement = displacement(at, mode);
  p.after = at + lengths[mode];
  return p;
}
