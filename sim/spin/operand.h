/* The memory that an instruction names. */
#ifndef ORIEL_OPERAND_H
#define ORIEL_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* Of the largest that is changed in place. */
enum { OPERAND_BYTES = 16 };

struct operand {
  bool atomic; /* it is changed in one piece, as others look */
  size_t size; /* bytes that may be changed, at most; 0: there is none */
  uint64_t address;
  uint64_t second; /* of a call: as many bytes elsewhere; or 0 */
};

/* Of the instruction that is executed next. */
struct operand operand_next(const ucontext_t *);
/* Bytes there, 0 where nothing can be read. */
void operand_read(uint64_t address, char bytes[OPERAND_BYTES]);

#endif
