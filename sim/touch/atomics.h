/* Atomics: loads, stores and read-modify-writes of C11 and C++. */
#ifndef ORIEL_ATOMICS_H
#define ORIEL_ATOMICS_H

#include "touch.h"

#include "../image/libc.h"

extern const struct libc_entry atomics_table[];

/* touch_open_calls, touch_knows and touch_call, of these. */
void atomics_open(void);
bool atomics_know(struct touch_call *);
void atomics_call(struct touch_call *);

#endif
