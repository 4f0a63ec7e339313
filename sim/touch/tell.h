/* What functions that stand for the C library's say of their caller's accesses.
 */
#ifndef ORIEL_TELL_H
#define ORIEL_TELL_H

#include "runs.h"
#include "touch.h"

#define SITE (touch_site ? touch_site : __builtin_return_address(0))
#define READ(at, n) touch_bytes(at, n, 0, SITE)
#define WRITE(at, n) touch_bytes(at, n, TOUCH_WRITE, SITE)
/* A string with its end. */
#define READ_STRING(s) READ(s, strlen(s) + 1)

#endif
