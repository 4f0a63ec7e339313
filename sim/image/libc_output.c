/* What a rank prints on its standard outputs, on and on.
 *
 * Printing takes no time. Who waits in a loop for what others store, and
 * prints in each round, would never let them do it, and what it prints would
 * wait for that in memory. Invariant: each PRINTS_EACHth of these functions
 * counts as a call of MPI that takes no time (sim/rank/calls.h). */
#include "libc.h"
#include "libc_print.h"

#include "../rank/calls.h"
#include "../rank/strand.h"
#include "../rank/streams.h"

#include <malloc.h>

void (*libc_formats)(const char *format, va_list args, const void *site);

enum { PRINTS_EACH = 32 }; /* some results are a hundred thousand prints */

void libc_printed(struct pause pause)
{
  if (++self->prints % PRINTS_EACH == 0) strand_note_call(pause);
}

#define PRINTED(before, name)                                                  \
  do {                                                                         \
    if (streams_printed() != (before)) libc_printed(PAUSE(name));              \
  } while (0)

/* --- C --- */

#define OUTPUT(name, type, function, parameters, arguments)                    \
  static type output_##name parameters                                         \
  {                                                                            \
    unsigned long before = streams_printed();                                  \
    type result = function arguments;                                          \
    PRINTED(before, #function);                                                \
    return result;                                                             \
  }

OUTPUT(puts, int, puts, (const char *s), (s))
OUTPUT(putchar, int, putchar, (int c), (c))
OUTPUT(fputs, int, fputs, (const char *s, FILE *f), (s, f))
OUTPUT(fputc, int, fputc, (int c, FILE *f), (c, f))
OUTPUT(fwrite, size_t, fwrite,
       (const void *from, size_t size, size_t n, FILE *f), (from, size, n, f))
static int print(FILE *f, const char *format, va_list args, struct pause pause)
{
  unsigned long before = streams_printed();
  if (libc_formats) libc_formats(format, args, pause.site);
  int n = vfprintf(f, format, args);
  if (streams_printed() != before) libc_printed(pause);
  return n;
}

PRINTS_LIST(output_vprintf, stdout, "vprintf",
            (const char *format, va_list args))
PRINTS_LIST(output_vfprintf, f, "vfprintf",
            (FILE * f, const char *format, va_list args))
PRINTS_LIST(output_vprintf_chk, stdout, "vprintf",
            (FLAG, const char *format, va_list args))
PRINTS_LIST(output_vfprintf_chk, f, "vfprintf",
            (FILE * f, FLAG, const char *format, va_list args))
PRINTS(output_printf, stdout, "printf", (const char *format, ...))
PRINTS(output_fprintf, f, "fprintf", (FILE * f, const char *format, ...))
PRINTS(output_printf_chk, stdout, "printf", (FLAG, const char *format, ...))
PRINTS(output_fprintf_chk, f, "fprintf",
       (FILE * f, FLAG, const char *format, ...))

static void output_perror(const char *s)
{
  perror(s);
  libc_printed(PAUSE("perror"));
}

/* It prints while it holds the lock of malloc(), which what gathers the lines
 * of a rank needs: so it prints to memory first. */
static void output_malloc_stats(void)
{
  enum { ROOM = 1 << 14 };
  static char text[ROOM], buffer[ROOM];
  FILE *memory = fmemopen(text, sizeof text, "w"), *whole = stderr;
  if (!memory) return;
  setvbuf(memory, buffer, _IOFBF, sizeof buffer);
  stderr = memory;
  malloc_stats();
  stderr = whole;
  fclose(memory);
  fputs(text, stderr);
  libc_printed(PAUSE("malloc_stats"));
}

/* --- C++ --- */

/* Its streams come to stdio within a library that all ranks share. */
#define STREAM(name, symbol, what, parameters, arguments)                      \
  void *name parameters __asm__(symbol);                                       \
  static void *output_##name parameters                                        \
  {                                                                            \
    unsigned long before = streams_printed();                                  \
    void *stream = name arguments;                                             \
    PRINTED(before, what);                                                     \
    return stream;                                                             \
  }

#define INSERT                                                                 \
  "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"    \
  "PKS3_l"
#define INSERT_TEXT "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc"
#define ENDL "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"
#define FLUSH "_ZNSo5flushEv"
#define PUT "_ZNSo3putEc"

STREAM(insert, INSERT, "operator<<", (void *to, const char *text, long n),
       (to, text, n))
STREAM(insert_text, INSERT_TEXT, "operator<<", (void *to, const char *text),
       (to, text))
STREAM(put, PUT, "std::ostream::put", (void *to, char c), (to, c))
STREAM(flush, FLUSH, "std::ostream::flush", (void *to), (to))
STREAM(endl, ENDL, "std::endl", (void *to), (to))

/* --- the table --- */

#define ROW(name)                                                              \
  {                                                                            \
#name, output_##name                                                       \
  }
const struct libc_entry libc_output_table[] = {
    ROW(perror),
    ROW(malloc_stats),
    {INSERT, output_insert},
    {INSERT_TEXT, output_insert_text},
    {PUT, output_put},
    {FLUSH, output_flush},
    {ENDL, output_endl},
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
