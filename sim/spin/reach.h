/* Memory, where a program's pointers lead. */
#ifndef ORIEL_REACH_H
#define ORIEL_REACH_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* A signal has interrupted the rank here: its handler begins, on the stack of
 * the rank. */
void reach_begin(const ucontext_t *);
/* False: nothing is there, or not for the program. */
bool reach_read(uint64_t address, void *bytes, uint8_t size);
bool reach_write(uint64_t address, const void *bytes, uint8_t size);

#endif
