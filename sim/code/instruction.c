/* What follows opcodes, and where it leads. */
#include "instruction.h"

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

static char follows(const struct code *c)
{
  if (c->vector && !c->op) return 'x';
  if (c->op < 0x0f00) return one_byte[c->op];
  if (c->op >= 0x0f3a00) return '1';
  if (c->op >= 0x0f3800) return 'm';
  char two = two_bytes[c->op & 0xff];
  if (!c->vector || two == '1') return two;
  return c->op == 0x0f77 ? '.' : 'm'; /* vzeroupper */
}

static bool has_modrm(char follows)
{
  switch (follows) {
  case 'm':
  case 'g':
  case '1':
  case '4':
  case 't':
  case 'T':
    return true;
  default:
    return false;
  }
}

bool instruction_has_modrm(const struct code *c)
{
  return has_modrm(follows(c));
}

/* What follows it before its immediate ends at `at`. */
static const unsigned char *end_of(const struct code *c, char follows,
                                   const unsigned char *at)
{
  uint8_t operand = code_immediate_size(code_size(c));
  switch (follows) {
  case 'b':
  case 'j':
  case '1':
    return at + 1;
  case 'w':
    return at + 2;
  case 'e':
    return at + 3;
  case 'J':
    return at + 4;
  case 'a':
    return at + (c->narrow ? 4 : 8);
  case 'o':
  case '4':
    return at + operand;
  case 'v':
    return at + (c->rex & 8 ? 8 : operand);
  case 't':
    return at + (code_part(c) < 2);
  case 'T':
    return at + (code_part(c) < 2 ? operand : 0);
  default:
    return at;
  }
}

static enum instruction_kind kind_of(const struct code *c, char follows)
{
  switch (follows) {
  case 'x':
    return INSTRUCTION_UNKNOWN;
  case 'r':
  case 'w':
    return INSTRUCTION_ENDS;
  case 'j':
    return c->op == 0xeb ? INSTRUCTION_JUMPS : INSTRUCTION_BRANCHES;
  case 'J':
    return c->op == 0xe8   ? INSTRUCTION_CALLS
           : c->op == 0xe9 ? INSTRUCTION_JUMPS
                           : INSTRUCTION_BRANCHES;
  default:
    return INSTRUCTION_PLAIN;
  }
}

static const unsigned char *target(char follows, const unsigned char *end)
{
  int32_t four;
  if (follows == 'j') return end + (int8_t)end[-1];
  memcpy(&four, end - sizeof four, sizeof four);
  return end + four;
}

const unsigned char *instruction_end(const struct code *c,
                                     const struct code_place *p)
{
  return end_of(c, follows(c), p->after);
}

/* Of 0xff: its kind is in ModRM. */
static void goes_through(struct instruction *i, int part,
                         const struct code_place *word)
{
  if (part < 2 || part > 5) return;
  i->kind = part < 4 ? INSTRUCTION_CALLS_THROUGH : INSTRUCTION_JUMPS_THROUGH;
  if (word->relative) i->to = i->end + word->displacement;
}

struct instruction instruction_at(const unsigned char *at)
{
  struct code c = code_at(at);
  char f = follows(&c);
  struct code_place p = {.after = c.after};
  if (has_modrm(f)) p = code_place(&c);
  struct instruction i = {kind_of(&c, f), NULL, end_of(&c, f, p.after)};
  if (f == 'j' || f == 'J') i.to = target(f, i.end);
  if (f == 'g') goes_through(&i, code_part(&c), &p);
  return i;
}
