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

/* A number of text of characters of a type. */
#define NUMBER(type, name, of)                                                 \
  static type tell_##name(const of *s, of **end)                               \
  {                                                                            \
    of *to;                                                                    \
    type value = name(s, &to);                                                 \
    READ(s, (size_t)(to - s + 1) * sizeof *s);                                 \
    if (end) WRITE(end, sizeof *end);                                          \
    if (end) *end = to;                                                        \
    return value;                                                              \
  }
/* With a base that there is not, nothing is read, and `end` is left. */
#define BASED_NUMBER(type, name, of)                                           \
  static type tell_##name(const of *s, of **end, int base)                     \
  {                                                                            \
    of *to = NULL;                                                             \
    type value = name(s, &to, base);                                           \
    if (!to) return value;                                                     \
    READ(s, (size_t)(to - s + 1) * sizeof *s);                                 \
    if (end) WRITE(end, sizeof *end);                                          \
    if (end) *end = to;                                                        \
    return value;                                                              \
  }

#endif
