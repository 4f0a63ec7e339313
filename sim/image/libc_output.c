/* What a rank prints on its standard outputs, on and on.
 *
 * Printing takes no time. Who waits in a loop for what others store, and
 * prints in each round, would never let them do it, and what it prints would
 * wait for that in memory. Invariant: each PRINTS_EACHth of these functions
 * counts as a call of MPI that takes no time (sim/rank/calls.h). */
#include "libc.h"

#include "../rank/calls.h"
#include "../rank/strand.h"

#include <stdarg.h>

enum { PRINTS_EACH = 32 }; /* some results are a hundred thousand prints */

void libc_printed(struct pause pause)
{
  struct strand *s = self->strand;
  struct pause before = s->pause;
  if (++self->prints % PRINTS_EACH || self->call) return;
  s->pause = pause;
  rank_note_call(self);
  s->pause = before;
}

#define PRINTED(f, name)                                                       \
  do {                                                                         \
    if ((f) == stdout || (f) == stderr) libc_printed(PAUSE(#name));            \
  } while (0)

/* What a fortified program gives besides. */
#define FLAG int flag __attribute__((unused))

#define OUTPUT(name, f, type, function, parameters, arguments)                 \
  static type output_##name parameters                                         \
  {                                                                            \
    type result = function arguments;                                          \
    PRINTED(f, function);                                                      \
    return result;                                                             \
  }

OUTPUT(puts, stdout, int, puts, (const char *s), (s))
OUTPUT(putchar, stdout, int, putchar, (int c), (c))
OUTPUT(fputs, f, int, fputs, (const char *s, FILE *f), (s, f))
OUTPUT(fputc, f, int, fputc, (int c, FILE *f), (c, f))
OUTPUT(fwrite, f, size_t, fwrite,
       (const void *from, size_t size, size_t n, FILE *f), (from, size, n, f))
OUTPUT(vprintf, stdout, int, vprintf, (const char *format, va_list args),
       (format, args))
OUTPUT(vfprintf, f, int, vfprintf, (FILE * f, const char *format, va_list args),
       (f, format, args))
OUTPUT(vprintf_chk, stdout, int, vprintf,
       (FLAG, const char *format, va_list args), (format, args))
OUTPUT(vfprintf_chk, f, int, vfprintf,
       (FILE * f, FLAG, const char *format, va_list args), (f, format, args))

#define FORMATTED(name, f, parameters, first)                                  \
  static int output_##name parameters                                          \
  {                                                                            \
    va_list args;                                                              \
    va_start(args, format);                                                    \
    int n = vfprintf(f, format, args);                                         \
    va_end(args);                                                              \
    PRINTED(f, first);                                                         \
    return n;                                                                  \
  }

FORMATTED(printf, stdout, (const char *format, ...), printf)
FORMATTED(fprintf, f, (FILE * f, const char *format, ...), fprintf)
FORMATTED(printf_chk, stdout, (FLAG, const char *format, ...), printf)
FORMATTED(fprintf_chk, f, (FILE * f, FLAG, const char *format, ...), fprintf)

#define ROW(name)                                                              \
  {                                                                            \
#name, output_##name                                                       \
  }
const struct libc_entry libc_output_table[] = {
    ROW(puts),
    ROW(putchar),
    ROW(fputs),
    ROW(fputc),
    ROW(fwrite),
    ROW(printf),
    ROW(vprintf),
    ROW(fprintf),
    ROW(vfprintf),
    {"putchar_unlocked", output_putchar},
    {"putc", output_fputc},
    {"_IO_putc", output_fputc},
    {"putc_unlocked", output_fputc},
    {"fputc_unlocked", output_fputc},
    {"fputs_unlocked", output_fputs},
    {"fwrite_unlocked", output_fwrite},
    {"__printf_chk", output_printf_chk},
    {"__vprintf_chk", output_vprintf_chk},
    {"__fprintf_chk", output_fprintf_chk},
    {"__vfprintf_chk", output_vfprintf_chk},
    {NULL, NULL}};
