/* The registers, all of them, and what the last instruction left in memory.
 *
 * A loop whose state comes back computes nothing, if the state holds all that
 * it works with. What goes through a register is seen there; but
 * `addl $1, (%rax)` counts in memory alone. So the memory operand of each
 * instruction (operand.c), as that left it, is part of the state that follows.
 * Operands of vector instructions are not: none of them changes memory but by
 * what is in a register. Invariant: nothing here faults, wherever the program's
 * pointers lead. */
#include "state.h"

#include "operand.h"

#include "../../model/hash.h"

#include <cpuid.h>
#include <stdbool.h>
#include <string.h>

/* Of the instruction that is executed next. */
static struct operand operand;
static uint64_t vectors; /* all of them, since the last one by the processor */
static bool vectors_known;

static uint64_t mix_bytes(uint64_t h, const char *from, size_t n)
{
  uint64_t word;
  for (; n >= sizeof word; from += sizeof word, n -= sizeof word) {
    memcpy(&word, from, sizeof word);
    h = hash_mix(h, word);
  }
  word = 0;
  memcpy(&word, from, n);
  return n ? hash_mix(h, word) : h;
}

/* --- registers --- */

/* A part of the state in the kernel's frame, as XSAVE lays it out. */
struct component {
  size_t from, size;
};

enum { COMPONENTS = 8, MODE = 24, SOFTWARE = 464, HEADER = 512 };

/* The parts for AVX and AVX-512, behind that for SSE; 0 bytes: the processor
 * has none. */
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

static size_t frame_size(const ucontext_t *u)
{
  const char *frame = (const char *)u->uc_mcontext.fpregs;
  struct {
    uint32_t magic, size;
    uint64_t features;
    uint32_t used;
  } software;
  if (!frame) return 0;
  memcpy(&software, frame + SOFTWARE, sizeof software);
  return software.magic == 0x46505853 /* "FPXS" */ ? software.used : HEADER;
}

/* Of what FXSAVE writes; the rest is whatever the stack held there before. */
static void read_legacy(struct state_vectors *v, const char *frame)
{
  enum { X87 = 32, SSE = 160, REGISTER = 16, X87_SIZE = 10 };
  v->x87 = mix_bytes(0, frame, MODE);
  for (int i = 0; i < 8; i++)
    v->x87 = mix_bytes(v->x87, frame + X87 + (size_t)i * REGISTER, X87_SIZE);
  for (int i = 0; i < 16; i++)
    v->sse[i] = mix_bytes(0, frame + SSE + (size_t)i * REGISTER, REGISTER);
}

static uint64_t mix_components(const char *frame, size_t size)
{
  uint64_t h = 0, there;
  memcpy(&there, frame + HEADER, sizeof there);
  for (int i = 2; i < COMPONENTS; i++) {
    const struct component *c = component(i);
    if (there >> i & 1 && c->from + c->size <= size)
      h = mix_bytes(hash_mix(h, (uint64_t)i), frame + c->from, c->size);
  }
  return h;
}

void state_vectors_of(const ucontext_t *u, struct state_vectors *v)
{
  const char *frame = (const char *)u->uc_mcontext.fpregs;
  size_t size = frame_size(u);
  memset(v, 0, sizeof *v);
  if (size == 0) return;
  read_legacy(v, frame);
  memcpy(&v->mode, frame + MODE, sizeof v->mode);
  if (size > HEADER) v->wide = mix_components(frame, size);
}

static uint64_t mix_vectors(const ucontext_t *u)
{
  struct state_vectors v;
  state_vectors_of(u, &v);
  return mix_bytes(0, (const char *)&v, sizeof v);
}

static uint64_t mix_registers(uint64_t h, const ucontext_t *u)
{
  enum { TRAP_FLAG = 0x100 };
  for (int i = REG_R8; i <= REG_EFL; i++) {
    uint64_t value = (uint64_t)u->uc_mcontext.gregs[i];
    h = hash_mix(h, i == REG_EFL ? value & ~(uint64_t)TRAP_FLAG : value);
  }
  if (!vectors_known) vectors = mix_vectors(u);
  vectors_known = true;
  return hash_mix(h, vectors);
}

/* What cannot be read is nothing. */
static uint64_t mix_span(uint64_t h, uint64_t at, size_t size)
{
  char bytes[OPERAND_BYTES];
  for (size_t n; size; at += n, size -= n) {
    n = size < sizeof bytes ? size : sizeof bytes;
    operand_read(at, bytes);
    h = mix_bytes(h, bytes, n);
  }
  return h;
}

static uint64_t mix_operand(uint64_t h)
{
  if (!operand.size) return h;
  h = mix_span(h, operand.address, operand.size);
  return operand.second ? mix_span(h, operand.second, operand.size) : h;
}

void state_stepped(void)
{
  vectors_known = false;
}

/* The vectors that are known may be those of another rank. */
void state_begin(const ucontext_t *u)
{
  vectors_known = false;
  operand = operand_next(u);
}

uint64_t state_of(const ucontext_t *u)
{
  uint64_t h = mix_operand(mix_registers(0, u));
  operand = operand_next(u);
  return h;
}
