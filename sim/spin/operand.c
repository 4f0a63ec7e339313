/* x86's instructions, as far as they name memory.
 *
 * What an instruction does is not known here, but for the few whose memory is
 * not, or not only, where ModRM says: those are named. Invariant: nothing here
 * faults, wherever the program's pointers lead; code that a rank is about to
 * execute can be read. */
#include "operand.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* An instruction up to its opcode. */
struct code {
  const unsigned char *after; /* ModRM, if it has one */
  unsigned op;                /* 0x0f00 and more: of two bytes; 0x1xxxx: more */
  int rex;
  bool local, word; /* prefixes: %fs, 16 bits */
  bool odd;         /* another segment */
};

/* The register with this number in an instruction. */
static uint64_t register_of(const ucontext_t *u, int number)
{
  static const int names[] = {
      REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  return (uint64_t)u->uc_mcontext.gregs[names[number]];
}

static bool within(unsigned op, unsigned low, unsigned high)
{
  return op >= low && op <= high;
}

static bool is_prefix(unsigned char byte)
{
  return byte == 0xf0 || byte == 0xf2 || byte == 0xf3 || byte == 0x66 ||
         byte == 0x67 || byte == 0x64 || byte == 0x65 || byte == 0x26 ||
         byte == 0x2e || byte == 0x36 || byte == 0x3e;
}

static struct code code_at(const unsigned char *at)
{
  struct code c = {.rex = 0};
  for (; is_prefix(*at); at++) {
    if (*at == 0x64) c.local = true;
    if (*at == 0x66) c.word = true;
    if (*at == 0x65) c.odd = true;
  }
  if ((*at & 0xf0) == 0x40) c.rex = *at++;
  c.op = *at++;
  if (c.op == 0x0f) {
    c.op = 0x0f00u | *at++;
    if (c.op == 0x0f38 || c.op == 0x0f3a) c.op = 0x10000u | *at++;
  }
  c.after = at;
  return c;
}

static bool one_byte_has_operand(unsigned op)
{
  if (op < 0x40) return (op & 7) < 4;
  return op == 0x63 || op == 0x69 || op == 0x6b || within(op, 0x80, 0x8c) ||
         within(op, 0x8e, 0x8f) || op == 0xc0 || op == 0xc1 || op == 0xc6 ||
         op == 0xc7 || within(op, 0xd0, 0xd3) || within(op, 0xd8, 0xdf) ||
         op == 0xf6 || op == 0xf7 || op >= 0xfe;
}

/* Those without one include instructions that only prefetch memory, or do
 * nothing. */
static bool two_bytes_have_operand(unsigned char op)
{
  return !(within(op, 0x05, 0x0b) || op == 0x0d || within(op, 0x18, 0x1f) ||
           within(op, 0x30, 0x37) || op == 0x77 || within(op, 0x80, 0x8f) ||
           within(op, 0xa0, 0xa2) || within(op, 0xa8, 0xaa) ||
           within(op, 0xc8, 0xcf));
}

static bool has_operand(const struct code *c)
{
  if (c->op >= 0x10000) return true;
  return c->op < 0x0f00 ? one_byte_has_operand(c->op)
                        : two_bytes_have_operand((unsigned char)c->op);
}

static bool is_push(unsigned op)
{
  return within(op, 0x50, 0x57);
}

static bool is_pop(unsigned op)
{
  return within(op, 0x58, 0x5f);
}

/* PUSH, POP of memory, whose other place is on the stack; of flags. */
static bool is_special_push(const struct code *c)
{
  unsigned reg = *c->after >> 3 & 7;
  return (c->op == 0xff && reg == 6) || c->op == 0x8f ||
         within(c->op, 0x9c, 0x9d);
}

/* Strings, what has a longer prefix, addresses without ModRM, ports, system
 * calls, the processor's state, tables (XLAT). */
static bool is_special(const struct code *c, bool names_memory)
{
  unsigned op = c->op;
  if (c->odd || is_special_push(c)) return true;
  return within(op, 0xa0, 0xa7) || within(op, 0xaa, 0xaf) ||
         within(op, 0x6c, 0x6f) || op == 0x62 || op == 0xc4 || op == 0xc5 ||
         op == 0xc8 || op == 0xcd || op == 0xd7 || within(op, 0xe4, 0xe7) ||
         within(op, 0xec, 0xef) || op == 0xf4 || op == 0x0f05 || op == 0x0f34 ||
         op == 0x0f01 || op == 0x0ff7 || (op == 0x0fae && names_memory);
}

static uint8_t by_prefix(const struct code *c)
{
  if (c->rex & 8) return 8;
  return c->word ? 2 : 4;
}

static uint8_t size_of(const struct code *c)
{
  unsigned op = c->op, two = op & 0xff;
  if (op < 0x0f00) {
    if (within(op, 0xd8, 0xdf)) return OPERAND_BYTES;
    if (op == 0x63) return 4;
    if (op == 0x69 || op == 0x6b) return by_prefix(c);
    return op & 1 ? by_prefix(c) : 1;
  }
  if (op >= 0x10000) return OPERAND_BYTES;
  if (within(two, 0x90, 0x9f) || two == 0xb0 || two == 0xc0 || two == 0xb6 ||
      two == 0xbe)
    return 1;
  if (two == 0xb7 || two == 0xbf) return 2;
  bool integer = within(two, 0x40, 0x4f) || within(two, 0xa3, 0xaf) ||
                 within(two, 0xb1, 0xbd) || two == 0xc1 || two == 0xc3;
  return integer ? by_prefix(c) : OPERAND_BYTES;
}

static int64_t displacement(const unsigned char *at, int mode)
{
  int32_t four;
  if (mode == 0) return 0;
  if (mode == 1) return (int8_t)*at;
  memcpy(&four, at, sizeof four);
  return four;
}

/* What is kept on the stack is in no register until it comes back. */
static struct operand stack_operand(const struct code *c, const ucontext_t *u)
{
  struct operand o = {.there = true, .all = true, .size = c->word ? 2 : 8};
  o.address = register_of(u, 4) - (is_push(c->op) ? o.size : 0);
  return o;
}

/* Read the address from ModRM on; `rex` has the bits of REX. */
static void find_address(struct operand *o, const ucontext_t *u,
                         const unsigned char *at, int rex)
{
  int mode = *at >> 6, base = *at & 7;
  uint64_t address = 0;
  at++;
  if (mode == 3) return;
  o->there = true;
  o->relative = mode == 0 && base == 5;
  bool indexed = base == 4;
  if (indexed) {
    int scale = *at >> 6, index = (*at >> 3 & 7) | (rex & 2) << 2;
    base = *at++ & 7;
    if (index != 4) address = register_of(u, index) << scale;
  }
  if (mode == 0 && base == 5)
    mode = 2; /* a displacement of four bytes, and no register */
  else
    address += register_of(u, base | (rex & 1) << 3);
  o->address = address + (uint64_t)displacement(at, mode);
}

struct operand operand_next(const ucontext_t *u)
{
  struct operand o = {.there = false};
  struct code c = code_at((void *)u->uc_mcontext.gregs[REG_RIP]);
  if (is_push(c.op) || is_pop(c.op)) return stack_operand(&c, u);
  o.size = size_of(&c);
  if (c.op == 0xa4 || c.op == 0xa5) { /* MOVS has no ModRM */
    o.there = true;
    o.address = register_of(u, 7);
    return o;
  }
  if (has_operand(&c)) find_address(&o, u, c.after, c.rex);
  o.all = !is_special(&c, o.there);
  if (o.there && c.local) {
    uint64_t thread;
    __asm__("movq %%fs:0, %0" : "=r"(thread));
    o.address += thread;
  }
  return o;
}

uint64_t operand_address(struct operand o, const ucontext_t *after)
{
  return o.address +
         (o.relative ? (uint64_t)after->uc_mcontext.gregs[REG_RIP] : 0);
}

/* The program, which is amid its own code, has its errno. */
void operand_read(uint64_t address, char bytes[OPERAND_BYTES])
{
  enum { PAGE = 4096 };
  size_t left = PAGE - address % PAGE;
  size_t n = left < OPERAND_BYTES ? left : OPERAND_BYTES;
  struct iovec here = {bytes, n}, there = {(void *)address, n};
  int saved_errno = errno;
  memset(bytes, 0, OPERAND_BYTES);
  (void)!process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  errno = saved_errno;
}
