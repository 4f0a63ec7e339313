/* Atomics: loads, stores and read-modify-writes of C11 and C++. */
#ifndef ORIEL_ATOMICS_H
#define ORIEL_ATOMICS_H

#include "touch.h"

#include "../image/libc.h"

extern const struct libc_entry atomics_table[];

/* Before the functions of the table are called so: */
void atomics_open(void);
/* touch_knows and touch_call, of these. */
bool atomics_know(struct touch_call *);
void atomics_call(struct touch_call *);

#endif
