/* Functions that print by a format. Who includes this has one that does it:
 *
 *   int print(<where to>, const char *format, va_list args, struct pause);
 */
#ifndef ORIEL_LIBC_PRINT_H
#define ORIEL_LIBC_PRINT_H

#include "../rank/strand.h"

#include <stdarg.h>

/* What a fortified program gives besides. */
#define FLAG int flag __attribute__((unused))

/* The program calls it by that name, with a list of arguments; or with `...`.
 */
#define PRINTS_LIST(function, to, name, parameters)                            \
  static int function parameters                                               \
  {                                                                            \
    return print(to, format, args, PAUSE(name));                               \
  }
#define PRINTS(function, to, name, parameters)                                 \
  static int function parameters                                               \
  {                                                                            \
    va_list args;                                                              \
    va_start(args, format);                                                    \
    int n = print(to, format, args, PAUSE(name));                              \
    va_end(args);                                                              \
    return n;                                                                  \
  }

#endif
