/* The memory that an instruction names. */
#ifndef ORIEL_OPERAND_H
#define ORIEL_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

enum {
  OPERAND_BYTES = 16, /* of the largest that is changed in place */
  OPERAND_LATER = 8
};

struct operand {
  bool atomic;   /* it is changed in one piece, as others look */
  bool relative; /* to the address of the instruction that follows it */
  size_t size;   /* bytes that may be changed, at most; 0: there is none */
  uint64_t address;
  uint64_t least;  /* it is there, or up to OPERAND_LATER bytes later */
  uint64_t second; /* of a call: as many bytes elsewhere; or 0 */
};

/* Of the instruction that is executed next. */
struct operand operand_next(const ucontext_t *);
/* Where it is, when the instruction has been executed. */
uint64_t operand_address(struct operand, const ucontext_t *after);
/* Bytes there, 0 where nothing can be read. */
void operand_read(uint64_t address, char bytes[OPERAND_BYTES]);

#endif
