/* Library: functions of the C library that access the memory they are given. */
#ifndef ORIEL_LIBRARY_H
#define ORIEL_LIBRARY_H

#include "../image/libc.h"

extern const struct libc_entry library_table[];
/* Those that programs call more seldom. */
extern const struct libc_entry library_more_table[];
/* Those that fill in records, names and states. */
extern const struct libc_entry library_records_table[];
/* Those of C++'s library. */
extern const struct libc_entry library_cxx_table[];
/* Those with a format. */
extern const struct libc_entry library_formatted_table[];
/* In one of them: the function that goes on, the rank's own or the C library's;
 * found once. */
#define NEXT(name)                                                             \
  static __typeof__(&name) next;                                               \
  if (!next) *(void **)&next = libc_function(#name, false);                    \
  if (!next) next = name

/* Before they are bound: find the rank's own functions. */
void library_open(void);
void library_formatted_open(void);

#endif
