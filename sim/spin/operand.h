/* The memory that an instruction names. */
#ifndef ORIEL_OPERAND_H
#define ORIEL_OPERAND_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

enum { OPERAND_BYTES = 16 /* of the largest that is changed in place */ };

struct operand {
  bool there;
  bool relative; /* to the address of the instruction that follows it */
  bool all;      /* but for a call's return address, no other memory is written,
                    whatever the instruction does, nor the kernel called */
  uint8_t size;  /* bytes, of what an integer instruction works on; or 16 */
  uint64_t address;
  uint64_t second; /* of a call: another one, or 0; `all`: of up to 8 bytes */
};

/* Of the instruction that is executed next. */
struct operand operand_next(const ucontext_t *);
/* Where it is, when the instruction has been executed. */
uint64_t operand_address(struct operand, const ucontext_t *after);
/* Its bytes, 0 where nothing can be read. */
void operand_read(uint64_t address, char bytes[OPERAND_BYTES]);

#endif
