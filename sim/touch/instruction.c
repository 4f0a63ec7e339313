/* Prefixes, opcode, operands: how many bytes each has. */
#include "instruction.h"

#include <stdint.h>
#include <string.h>

/* What follows an opcode, as characters in a row for each sixteen of them:
 *   .  nothing        m  ModRM          1  ModRM and a byte
 *   b  a byte         4  ModRM and an operand
 *   w  ends, 2 bytes  o  an operand: four bytes, or two after prefix 0x66
 *   e  three bytes    v  of 0xb8 to 0xbf: eight bytes after REX.W
 *   a  an address     t  of 0xf6: ModRM, and a byte if it is `test`
 *   j  a short branch T  of 0xf7: likewise an operand
 *   J  a long branch  g  of 0xff: ModRM, may call or jump
 *   r  ends           x  unknown */
static const char one_byte[] = "mmmmboxxmmmmboxx" /* 0x00 */
                               "mmmmboxxmmmmboxx"
                               "mmmmboxxmmmmboxx"
                               "mmmmboxxmmmmboxx"
                               "xxxxxxxxxxxxxxxx" /* 0x40: REX */
                               "................"
                               "xxxmxxxxo4b1...."
                               "jjjjjjjjjjjjjjjj"
                               "14x1mmmmmmmmmmmm" /* 0x80 */
                               "..........x....."
                               "aaaa....bo......"
                               "bbbbbbbbvvvvvvvv"
                               "11wrxx14e.wr.bx." /* 0xc0 */
                               "mmmmxxx.mmmmmmmm"
                               "jjjjbbbbJJxj...."
                               "x.xxr.tT......mg";

static const char two_bytes[] = "mmmmx.....xrxm.1" /* 0x0f00 */
                                "mmmmmmmmmmmmmmmm"
                                "mmmmxxxxmmmmmmmm"
                                "......x.xxxxxxxx"
                                "mmmmmmmmmmmmmmmm" /* 0x0f40 */
                                "mmmmmmmmmmmmmmmm"
                                "mmmmmmmmmmmmmmmm"
                                "1111mmm.mmxxmmmm"
                                "JJJJJJJJJJJJJJJJ" /* 0x0f80 */
                                "mmmmmmmmmmmmmmmm"
                                "...m1mxx...m1mmm"
                                "mmmmmmmmmm1mmmmm"
                                "mm1m111m........" /* 0x0fc0 */
                                "mmmmmmmmmmmmmmmm"
                                "mmmmmmmmmmmmmmmm"
                                "mmmmmmmmmmmmmmmm";

struct reader {
  const unsigned char *at;
  bool word, wide; /* 0x66, REX.W */
  bool repeats;    /* 0xf3 */
  char follows;
  unsigned op;
};

static bool is_prefix(struct reader *r, unsigned char byte)
{
  switch (byte) {
  case 0x66:
    r->word = true;
    return true;
  case 0xf3:
    r->repeats = true;
    return true;
  case 0x26:
  case 0x2e:
  case 0x36:
  case 0x3e:
  case 0x64:
  case 0x65:
  case 0xf0:
  case 0xf2:
    return true;
  default:
    return false;
  }
}

/* Of the vector extensions, whose prefix has told the map: 1 is 0x0f, 2 0x0f38,
 * 3 0x0f3a. All have ModRM, but vzeroupper. */
static char vector(unsigned map, unsigned op)
{
  if (map == 1) return op == 0x77 ? '.' : two_bytes[op] == '1' ? '1' : 'm';
  return map == 2 ? 'm' : map == 3 ? '1' : 'x';
}

static void read_vector(struct reader *r)
{
  unsigned map = 1;
  if (r->at[0] == 0xc4) map = r->at[1] & 0x1f;
  if (r->at[0] == 0x62) map = r->at[1] & 7;
  r->at += r->at[0] == 0xc5 ? 2 : r->at[0] == 0xc4 ? 3 : 4;
  r->follows = vector(map, *r->at++);
  r->op = 0;
}

static void read_two_bytes(struct reader *r)
{
  r->op = 0x0f00u | *r->at++;
  r->follows = two_bytes[r->op & 0xff];
  if (r->op == 0x0f38) r->follows = 'm';
  if (r->op == 0x0f3a) r->follows = '1';
  if (r->op == 0x0f38 || r->op == 0x0f3a) r->at++;
}

static void read_opcode(struct reader *r)
{
  while (is_prefix(r, *r->at))
    r->at++;
  if (*r->at == 0xc4 || *r->at == 0xc5 || *r->at == 0x62) {
    read_vector(r);
    return;
  }
  if ((*r->at & 0xf0) == 0x40) r->wide = *r->at++ & 8;
  r->op = *r->at++;
  if (r->op == 0x0f)
    read_two_bytes(r);
  else
    r->follows = one_byte[r->op];
}

static int size_of_memory(const unsigned char *modrm)
{
  int mode = *modrm >> 6, base = *modrm & 7, sib = 0;
  if (mode == 3) return 0;
  if (base == 4) {
    sib = 1;
    base = modrm[1] & 7;
  }
  if (mode == 1) return sib + 1;
  return sib + (mode == 2 || base == 5 ? 4 : 0);
}

/* Of what follows. */
static int size_of_operands(const struct reader *r, const unsigned char *modrm)
{
  int operand = r->word && !r->wide ? 2 : 4, part = *modrm >> 3 & 7;
  int memory = 1 + size_of_memory(modrm);
  switch (r->follows) {
  case 'b':
  case 'j':
    return 1;
  case 'w':
    return 2;
  case 'e':
    return 3;
  case 'a':
    return 8;
  case 'o':
    return operand;
  case 'v':
    return r->wide ? 8 : operand;
  case 'J':
    return 4;
  case 'm':
  case 'g':
    return memory;
  case '1':
    return memory + 1;
  case '4':
    return memory + operand;
  case 't':
    return memory + (part < 2);
  case 'T':
    return memory + (part < 2 ? operand : 0);
  default:
    return 0;
  }
}

static enum instruction_kind kind_of(const struct reader *r)
{
  switch (r->follows) {
  case 'x':
    return INSTRUCTION_UNKNOWN;
  case 'r':
  case 'w':
    return INSTRUCTION_ENDS;
  case 'j':
    return r->op == 0xeb ? INSTRUCTION_JUMPS : INSTRUCTION_BRANCHES;
  case 'J':
    return r->op == 0xe8   ? INSTRUCTION_CALLS
           : r->op == 0xe9 ? INSTRUCTION_JUMPS
                           : INSTRUCTION_BRANCHES;
  default:
    return INSTRUCTION_PLAIN;
  }
}

static const unsigned char *target(const struct reader *r,
                                   const unsigned char *end)
{
  int32_t four;
  if (r->follows == 'j') return end + (int8_t)end[-1];
  memcpy(&four, end - sizeof four, sizeof four);
  return end + four;
}

/* Of 0xff: its kind is in ModRM. */
static void goes_through(struct instruction *i, const unsigned char *modrm)
{
  int32_t four;
  int part = *modrm >> 3 & 7;
  if (part < 2 || part > 5) return;
  i->kind = part < 4 ? INSTRUCTION_CALLS_THROUGH : INSTRUCTION_JUMPS_THROUGH;
  if ((*modrm & 0xc7) != 5) return;
  memcpy(&four, modrm + 1, sizeof four);
  i->to = i->end + four;
}

struct instruction instruction_at(const unsigned char *at)
{
  struct reader r = {.at = at};
  read_opcode(&r);
  struct instruction i = {kind_of(&r), NULL, r.at + size_of_operands(&r, r.at)};
  if (r.follows == 'j' || r.follows == 'J') i.to = target(&r, i.end);
  if (r.follows == 'g') goes_through(&i, r.at);
  return i;
}
