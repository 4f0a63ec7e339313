/* Memory, where a program's pointers lead. */
#ifndef ORIEL_REACH_H
#define ORIEL_REACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* A signal has interrupted the rank here: its handler begins, on the stack of
 * the rank, which is stepped from now on. */
void reach_begin(const ucontext_t *);
/* The handler begins after another step. */
void reach_go_on(const ucontext_t *);
/* False: nothing is there, or not for the program. */
bool reach_read(uint64_t address, void *bytes, size_t size);
bool reach_write(uint64_t address, const void *bytes, size_t size);
/* Can all of it be read, and written, too? */
bool reach_holds(uint64_t address, size_t size, bool write);
/* Bytes up to a 0, with it, or `most` of them; 0: some cannot be read. */
size_t reach_string(uint64_t address, size_t most);

#endif
