/* Atomics: loads, stores and read-modify-writes of C11 and C++. */
#ifndef ORIEL_ATOMICS_H
#define ORIEL_ATOMICS_H

#include "../image/libc.h"

extern const struct libc_entry atomics_table[];

#endif
