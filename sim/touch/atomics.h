/* Atomics: loads, stores and read-modify-writes of C11 and C++. */
#ifndef ORIEL_ATOMICS_H
#define ORIEL_ATOMICS_H

#include "touch.h"

#include "../image/libc.h"

extern const struct libc_entry atomics_table[];

/* A relaxed update of `n` bytes that a compiler has put in place. */
void atomics_updated(const void *at, size_t n, const void *site);

/* touch_open_calls, touch_knows and touch_call, of these. */
void atomics_open(void);
bool atomics_know(struct touch_call *);
void atomics_call(struct touch_call *);

#endif
