/* Blocks: functions of the C library on memory and strings, as single steps. */
#ifndef ORIEL_TOUCH_BLOCKS_H
#define ORIEL_TOUCH_BLOCKS_H

#include "touch.h"

/* touch_open_calls, touch_knows and touch_call, of these. */
void blocks_open(void);
bool blocks_know(struct touch_call *);
void blocks_call(struct touch_call *);

#endif
