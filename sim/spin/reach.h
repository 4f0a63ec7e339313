/* Memory, where a program's pointers lead. */
#ifndef ORIEL_REACH_H
#define ORIEL_REACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* The rank is stepped from now on, or again: others may have run. */
void reach_begin(void);
/* A step has interrupted the rank here: the handler begins, on its stack. */
void reach_go_on(const ucontext_t *);
/* False: nothing is there, or not for the program. */
bool reach_read(uint64_t address, void *bytes, size_t size);
bool reach_write(uint64_t address, const void *bytes, size_t size);
/* Can all of it be read, and written, too? */
bool reach_holds(uint64_t address, size_t size, bool write);
/* Bytes up to a 0, with it, or `most` of them; 0: some cannot be read. */
size_t reach_string(uint64_t address, size_t most);

#endif
