/* Of flow.c: vectors, and floating point. */
#include "reading.h"

#define X87 FLOW_BIT(FLOW_X87)

static uint64_t vector(int number)
{
  return FLOW_BIT(FLOW_VECTOR + number);
}

/* --- x87 --- */

/* Loads and sums, or a store; the parts of the opcode say which. */
static bool x87_memory(struct reading *r)
{
  static const unsigned char stores[] = {0, 0xcc, 0, 0x8e, 0, 0xce, 0, 0xce};
  static const uint8_t sizes[] = {4, 4, 4, 4, 8, 8, 2, 2};
  int row = (int)(r->c.op - 0xd8), which = code_part(&r->c);
  bool long_double = row == 3 && (which == 5 || which == 7);
  bool wide = row == 7 && (which == 5 || which == 7);
  uint8_t size = long_double ? 10 : (wide ? 8 : sizes[row]);
  bool control = (row == 1 && which >= 4) || (row == 5 && which >= 4) ||
                 (row == 7 && (which == 4 || which == 6)) ||
                 (row == 3 && (which == 4 || which == 6));
  if (control) return false;
  r->f->from |= X87;
  to_register(r, X87, false);
  if (stores[row] >> which & 1)
    store(r, r->address, size);
  else
    load(r, r->address, size);
  return true;
}

bool flow_x87(struct reading *r)
{
  unsigned op = r->c.op, modrm = *r->c.after;
  use_place(r, 0);
  if (r->place.memory) return x87_memory(r);
  bool compares = (op == 0xdb || op == 0xdf) && within(modrm, 0xe8, 0xf7);
  bool moves = (op == 0xda || op == 0xdb) && within(modrm, 0xc0, 0xdf);
  bool to_ax = op == 0xdf && modrm == 0xe0;
  if (op == 0xdb && !compares && !moves) return false;
  r->f->from |= X87 | (moves ? FLOW_BIT(FLOW_FLAGS) : 0);
  to_register(r, X87, false);
  if (compares) to_flags(r, true);
  if (to_ax) to_integer(r, RAX, 2);
  return true;
}

/* --- vectors --- */

/* Of a scalar: by the prefix. */
static uint8_t vector_size(const struct reading *r)
{
  if (r->c.repeat) return r->c.repeat == 0xf3 ? 4 : 8;
  return 16;
}

static void from_vector_place(struct reading *r, unsigned size)
{
  if (r->place.memory)
    load(r, r->address, size);
  else
    r->f->from |= vector(r->place.number);
}

static bool vector_load(struct reading *r, unsigned size, bool whole)
{
  use_place(r, 0);
  from_vector_place(r, size);
  to_register(r, vector(r->place.other), whole);
  return true;
}

static bool vector_store(struct reading *r, unsigned size, bool whole)
{
  use_place(r, 0);
  r->f->from |= vector(r->place.other);
  if (r->place.memory)
    store(r, r->address, size);
  else
    to_register(r, vector(r->place.number), whole);
  return true;
}

static bool vector_work(struct reading *r, unsigned size, int left)
{
  use_place(r, left);
  from_vector_place(r, size);
  to_register(r, vector(r->place.other), false);
  return true;
}

/* PXOR and the like of a register with itself. */
static bool vector_logic(struct reading *r)
{
  bool clears = r->c.op == 0x0f57 || r->c.op == 0x0fef;
  vector_work(r, 16, 0);
  if (clears && is_same_register(r)) {
    r->f->from = 0;
    r->f->anew = r->f->to;
  }
  return true;
}

static bool vector_compare(struct reading *r)
{
  use_place(r, 0);
  from_vector_place(r, r->c.word ? 8 : 4);
  r->f->from |= vector(r->place.other);
  to_flags(r, true);
  return !r->c.repeat;
}

/* MOVSS and MOVSD leave the rest of a register, from another one. */
static bool vector_move(struct reading *r)
{
  bool scalar = r->c.repeat, memory = *r->c.after < 0xc0;
  bool whole = !scalar || memory;
  return r->c.op == 0x0f10 ? vector_load(r, vector_size(r), whole)
                           : vector_store(r, vector_size(r), whole);
}

/* To and from integers: MOVD, MOVQ, conversions, masks. */
static bool vector_integer(struct reading *r)
{
  uint8_t size = r->c.rex & 8 ? 8 : 4;
  switch (r->c.op) {
  case 0x0f2a:
    use_place(r, 0);
    from_place(r, size);
    to_register(r, vector(r->place.other), false);
    return r->c.repeat;
  case 0x0f2c:
  case 0x0f2d:
    use_place(r, 0);
    from_vector_place(r, vector_size(r));
    to_other(r, size);
    return r->c.repeat;
  case 0x0f6e:
    use_place(r, 0);
    from_place(r, size);
    to_register(r, vector(r->place.other), true);
    return r->c.word && !r->c.repeat;
  case 0x0f7e:
    if (r->c.repeat == 0xf3) return vector_load(r, 8, true);
    use_place(r, 0);
    r->f->from |= vector(r->place.other);
    to_place(r, size);
    return r->c.word && !r->c.repeat;
  default: /* 0x0f50, 0x0fd7 */
    use_place(r, 0);
    r->f->from |= vector(r->place.number);
    to_other(r, 4);
    return !r->place.memory && !r->c.repeat && (r->c.op == 0x0f50 || r->c.word);
  }
}

/* By an immediate, of the register that ModRM has last. */
static bool vector_shift(struct reading *r)
{
  use_place(r, 1);
  to_register(r, vector(r->place.number), false);
  return r->c.word && !r->c.repeat && !r->place.memory;
}

static bool vector_permute(struct reading *r)
{
  bool packed = r->c.op == 0x0f70;
  vector_work(r, packed ? 16 : vector_size(r), 1);
  if (r->c.op == 0x0fc6) return !r->c.repeat;
  return !packed || r->c.word || r->c.repeat;
}

/* What follows 0x0f, as characters in a row for each sixteen opcodes:
 *   i  to or from integers  m  a move, whole or scalar  a  aligned, a load
 *   c  compares             h  of a half, a load        A  ... a store
 *   p  permutes             H  ... a store              q  of integers, a load
 *   s  shifts               d  ... of the low half      Q  ... a store
 *   l  logic                n  a store past the caches
 *   u  on packed floats     f  on floats, by the prefix
 *   v  conversions          k  on packed integers       .  unknown */
static const char vector_kinds[] = "................" /* 0x0f00 */
                                   "mmhHuuhH........"
                                   "........aAi.iicc"
                                   "................"
                                   "................" /* 0x0f40 */
                                   "ifffllllfffvffff"
                                   "kkkkkkkkkkkkkkiq"
                                   "pssskkk.......iQ"
                                   "................" /* 0x0f80 */
                                   "................"
                                   "................"
                                   "................"
                                   "..p...p........." /* 0x0fc0 */
                                   ".kkkkkdikkklkkkl"
                                   "kkkkkk.nkkklkkkl"
                                   ".kkkkkk.kkkkkkk.";

bool flow_vectors(struct reading *r)
{
  unsigned op = r->c.op & 0xff;
  bool plain = !r->c.repeat, word = r->c.word && plain;
  bool memory = *r->c.after < 0xc0;
  switch (vector_kinds[op]) {
  case 'i':
    return vector_integer(r);
  case 'c':
    return vector_compare(r);
  case 'p':
    return vector_permute(r);
  case 's':
    return vector_shift(r);
  case 'l':
    return (op < 0x60 ? plain : word) && vector_logic(r);
  case 'u':
    return plain && vector_work(r, 16, 0);
  case 'v':
    return vector_work(r, 16, 0);
  case 'f':
    return vector_work(r, vector_size(r), 0);
  case 'k':
    return word && vector_work(r, 16, 0);
  case 'm':
    return vector_move(r);
  case 'h':
    return plain && vector_load(r, 8, false);
  case 'H':
    return plain && memory && vector_store(r, 8, false);
  case 'd':
    return word && vector_store(r, 8, true);
  case 'a':
    return plain && vector_load(r, 16, true);
  case 'A':
    return plain && vector_store(r, 16, true);
  case 'q':
    return (word || r->c.repeat == 0xf3) && vector_load(r, 16, true);
  case 'Q':
    return (word || r->c.repeat == 0xf3) && vector_store(r, 16, true);
  case 'n':
    return word && memory && vector_store(r, 16, true);
  default:
    return false;
  }
}
