/* x86's machine code: what comes before an instruction's immediate. */
#ifndef ORIEL_CODE_H
#define ORIEL_CODE_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* An instruction up to its opcode. */
struct code {
  const unsigned char *after; /* ModRM, if it has one */
  unsigned op;                /* 0x0f00 and more: of two bytes; 0x1xxxx: more */
  int rex;
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
uint8_t code_size(const struct code *);

/* What ModRM and what follows it say. */
struct code_place {
  bool memory;   /* else `number` is a register's */
  bool relative; /* to the address of the instruction that follows it */
  uint64_t address;
  uint64_t made_of; /* registers, by bits: */
  int base, index;  /* these; -1: there is none */
  int scale;        /* the index counts so often */
  int number;
  int other; /* the second register, or a part of the opcode */
  const unsigned char *after;
};
struct code_place code_place(const struct code *, const ucontext_t *);

/* Where the register with this number in an instruction is kept. */
int code_register_name(int number);
uint64_t code_register(const ucontext_t *, int number);

#endif
