/* The registers, all of them, and what the last instruction left in memory.
 *
 * A loop whose state comes back computes nothing, if the state holds all that
 * it works with. What goes through a register is seen there; but
 * `addl $1, (%rax)` counts in memory alone. So the memory operand of each
 * instruction, as that left it, is part of the state that follows; nobody needs
 * to know what the instruction does. Those of vector instructions are not:
 * none of them changes memory but by what is in a register.
 * Invariant: nothing here faults, wherever the program's pointers lead. */
#include "state.h"

#include <cpuid.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPERAND = 16 /* bytes, of the largest that is changed in place */ };

/* Of the instruction that is executed next. */
static struct {
  bool there, relative; /* to the address of the one that follows it */
  uint64_t address;
} operand;

static uint64_t mix(uint64_t h, uint64_t value)
{
  h = (h ^ value) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

static uint64_t mix_bytes(uint64_t h, const char *from, size_t n)
{
  uint64_t word;
  for (; n >= sizeof word; from += sizeof word, n -= sizeof word) {
    memcpy(&word, from, sizeof word);
    h = mix(h, word);
  }
  return h;
}

/* --- registers --- */

/* A part of the state in the kernel's frame, as XSAVE lays it out. */
struct component {
  size_t from, size;
};

enum { COMPONENTS = 8, FXSAVE = 464, HEADER = 512 };

/* Those for AVX and AVX-512 behind that for SSE; 0 bytes: it has none. */
static const struct component *component(int i)
{
  static struct component all[COMPONENTS];
  static bool known;
  for (int n = 2; !known && n < COMPONENTS; n++) {
    unsigned size = 0, from = 0, c, d;
    bool bounds = n == 3 || n == 4;
    if (!bounds && __get_cpuid_count(0xd, (unsigned)n, &size, &from, &c, &d))
      all[n] = (struct component){from, size};
  }
  known = true;
  return &all[i];
}

static uint64_t mix_vectors(uint64_t h, const ucontext_t *u)
{
  const char *frame = (const char *)u->uc_mcontext.fpregs;
  struct {
    uint32_t magic, size;
    uint64_t features;
    uint32_t used;
  } software;
  uint64_t there;
  if (!frame) return h;
  h = mix_bytes(h, frame, FXSAVE);
  memcpy(&software, frame + FXSAVE, sizeof software);
  if (software.magic != 0x46505853 /* "FPXS" */) return h;
  memcpy(&there, frame + HEADER, sizeof there);
  for (int i = 2; i < COMPONENTS; i++) {
    const struct component *c = component(i);
    if (there >> i & 1 && c->from + c->size <= software.used)
      h = mix_bytes(mix(h, (uint64_t)i), frame + c->from, c->size);
  }
  return h;
}

static uint64_t mix_registers(uint64_t h, const ucontext_t *u)
{
  enum { TRAP_FLAG = 0x100 };
  for (int i = REG_R8; i <= REG_EFL; i++) {
    uint64_t value = (uint64_t)u->uc_mcontext.gregs[i];
    h = mix(h, i == REG_EFL ? value & ~(uint64_t)TRAP_FLAG : value);
  }
  return mix_vectors(h, u);
}

/* --- operands --- */

/* By the number in an instruction. */
static uint64_t register_of(const ucontext_t *u, int number)
{
  static const int names[] = {
      REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  return (uint64_t)u->uc_mcontext.gregs[names[number]];
}

static bool one_byte_has_operand(unsigned char op)
{
  if (op < 0x40) return (op & 7) < 4;
  return op == 0x63 || op == 0x69 || op == 0x6b || (op >= 0x80 && op < 0x90) ||
         op == 0xc0 || op == 0xc1 || op == 0xc6 || op == 0xc7 ||
         (op >= 0xd0 && op < 0xd4) || (op >= 0xd8 && op < 0xe0) || op == 0xf6 ||
         op == 0xf7 || op >= 0xfe;
}

static bool two_bytes_have_operand(unsigned char op)
{
  return !((op >= 0x05 && op < 0x0c) || (op >= 0x30 && op < 0x38) ||
           op == 0x77 || (op >= 0x80 && op < 0x90) ||
           (op >= 0xa0 && op < 0xa3) || (op >= 0xa8 && op < 0xab) ||
           (op >= 0xc8 && op < 0xd0));
}

static bool is_prefix(unsigned char byte)
{
  return byte == 0xf0 || byte == 0xf2 || byte == 0xf3 || byte == 0x66 ||
         byte == 0x67 || byte == 0x64 || byte == 0x65 || byte == 0x26 ||
         byte == 0x2e || byte == 0x36 || byte == 0x3e;
}

static const unsigned char *after_opcode(const unsigned char *at, bool *has)
{
  if (*at != 0x0f) {
    *has = one_byte_has_operand(*at);
    return at + 1;
  }
  at++;
  bool three = *at == 0x38 || *at == 0x3a;
  *has = three || two_bytes_have_operand(*at);
  return at + 1 + three;
}

static int64_t displacement(const unsigned char *at, int mode)
{
  int32_t four;
  if (mode == 0) return 0;
  if (mode == 1) return (int8_t)*at;
  memcpy(&four, at, sizeof four);
  return four;
}

/* From ModRM on, with the bits of REX. */
static void find_address(const ucontext_t *u, const unsigned char *at, int rex)
{
  int mode = *at >> 6, base = *at & 7;
  uint64_t address = 0;
  at++;
  if (mode == 3) return;
  operand.there = true;
  operand.relative = mode == 0 && base == 5;
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
  operand.address = address + (uint64_t)displacement(at, mode);
}

/* Code that a rank has executed to here can be read; MOVS has no ModRM. */
static void find_operand(const ucontext_t *u)
{
  const unsigned char *at = (void *)u->uc_mcontext.gregs[REG_RIP];
  bool has = false, local = false;
  int rex = 0;
  operand.there = false;
  for (; is_prefix(*at); at++)
    if (*at == 0x64) local = true;
  if ((*at & 0xf0) == 0x40) rex = *at++;
  if (*at == 0xa4 || *at == 0xa5) {
    operand.there = true;
    operand.relative = false;
    operand.address = register_of(u, 7);
    return;
  }
  at = after_opcode(at, &has);
  if (has) find_address(u, at, rex);
  if (operand.there && local) {
    uint64_t thread;
    __asm__("movq %%fs:0, %0" : "=r"(thread));
    operand.address += thread;
  }
}

/* What cannot be read, as the operand of LEA, is nothing; and the program,
 * which is amid its own code, has its errno. */
static uint64_t mix_operand(uint64_t h, const ucontext_t *u)
{
  enum { PAGE = 4096 };
  char bytes[OPERAND] = {0};
  uint64_t at = operand.address;
  if (!operand.there) return h;
  if (operand.relative) at += (uint64_t)u->uc_mcontext.gregs[REG_RIP];
  size_t left = PAGE - at % PAGE, n = left < OPERAND ? left : OPERAND;
  struct iovec here = {bytes, n}, there = {(void *)at, n};
  int saved_errno = errno;
  (void)!process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  errno = saved_errno;
  return mix_bytes(h, bytes, sizeof bytes);
}

void state_begin(void)
{
  operand.there = false;
}

uint64_t state_of(const ucontext_t *u)
{
  uint64_t h = mix_operand(mix_registers(0, u), u);
  find_operand(u);
  return h;
}
