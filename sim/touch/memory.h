/* Memory: functions of the C library that access the memory they are given. */
#ifndef ORIEL_TOUCH_MEMORY_H
#define ORIEL_TOUCH_MEMORY_H

#include "../image/libc.h"

extern const struct libc_entry memory_table[];
/* Before they are bound: find the rank's own functions. */
void memory_open(void);

#endif
