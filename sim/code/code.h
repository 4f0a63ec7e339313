/* x86's machine code: what comes before an instruction's immediate. */
#ifndef ORIEL_CODE_H
#define ORIEL_CODE_H

#include <stdbool.h>
#include <stdint.h>

/* An instruction up to its opcode. */
struct code {
  const unsigned char *after; /* ModRM, if it has one */
  unsigned op; /* its bytes: 0x0f.., 0x0f38.., 0x0f3a.. if more */
  int rex;
  bool vector;          /* VEX or EVEX; the opcode is as without, or 0 */
  bool local, word;     /* prefixes: %fs, 16 bits */
  bool odd;             /* another segment */
  bool locked, narrow;  /* LOCK; addresses of 32 bits */
  unsigned char repeat; /* 0xf2, 0xf3; or 0 */
};

/* Opcodes, or parts of them, come in rows. */
static inline bool within(unsigned op, unsigned low, unsigned high)
{
  return op >= low && op <= high;
}

struct code code_at(const unsigned char *);

/* Bytes of its operands, if they are integers and not single bytes. */
static inline uint8_t code_size(const struct code *c)
{
  if (c->rex & 8) return 8;
  return c->word ? 2 : 4;
}

/* Bytes of an immediate beside operands of this size, but for a move's. */
static inline uint8_t code_immediate_size(uint8_t size)
{
  return size < 4 ? size : 4;
}

/* The part of the opcode that is in ModRM. */
static inline int code_part(const struct code *c)
{
  return *c->after >> 3 & 7;
}

/* The register that the opcode's last bits name. */
static inline int code_register(const struct code *c)
{
  return (int)(c->op & 7) | (c->rex & 1) << 3;
}

/* What ModRM and what follows it say. */
struct code_place {
  bool memory;     /* else `number` is a register's */
  bool relative;   /* to the address of the instruction that follows it */
  int base, index; /* registers of the address; -1: there is none */
  int scale;       /* the index counts so often */
  int32_t displacement;
  int number;
  int other; /* the second register, or a part of the opcode */
  const unsigned char *after;
};
struct code_place code_place(const struct code *);

#endif
