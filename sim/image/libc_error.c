/* err(), error() and their relatives: the C library's would end the process.
 */
#include "libc.h"

#include "template.h"

#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>

static void error_verr(int code, const char *format, va_list args)
{
  vwarn(format, args);
  image_exit(code);
}

static void error_verrx(int code, const char *format, va_list args)
{
  vwarnx(format, args);
  image_exit(code);
}

static void error_err(int code, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  error_verr(code, format, args);
  va_end(args);
}

static void error_errx(int code, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  error_verrx(code, format, args);
  va_end(args);
}

static void complete(int code, int number, const char *format, va_list args)
{
  vfprintf(stderr, format, args);
  ++*(unsigned *)libc_address(libc_self(), LIBC_ERROR_COUNT);
  if (number) fprintf(stderr, ": %s", strerror(number));
  fputc('\n', stderr);
  if (code) image_exit(code);
}

static void print_name(const char *behind)
{
  void (**own)(void) = libc_address(libc_self(), LIBC_ERROR_NAME);
  fflush(stdout);
  if (*own)
    (*own)();
  else
    fprintf(stderr, "%s%s", *(char **)libc_address(libc_self(), LIBC_PROGRAM),
            behind);
}

static void error_error(int code, int number, const char *format, ...)
{
  va_list args;
  print_name(": ");
  va_start(args, format);
  complete(code, number, format, args);
  va_end(args);
}

/* The latest line once more, of which the program wants one message. */
static bool is_same_line(const char *file, unsigned line)
{
  struct libc_state *libc = &libc_self()->libc;
  const char *before = libc->error_file;
  if (!*(int *)libc_address(libc_self(), LIBC_ERROR_ONCE)) return false;
  bool same = line == libc->error_line &&
              (file == before || (file && before && !strcmp(file, before)));
  libc->error_file = file;
  libc->error_line = line;
  return same;
}

static void error_at_line(int code, int number, const char *file, unsigned line,
                          const char *format, ...)
{
  va_list args;
  if (is_same_line(file, line)) return;
  print_name(":");
  if (file)
    fprintf(stderr, "%s:%u: ", file, line);
  else
    fputc(' ', stderr);
  va_start(args, format);
  complete(code, number, format, args);
  va_end(args);
}

const struct libc_entry libc_error_table[] = {{"err", error_err},
                                              {"errx", error_errx},
                                              {"verr", error_verr},
                                              {"verrx", error_verrx},
                                              {"error", error_error},
                                              {"error_at_line", error_at_line},
                                              {NULL, NULL}};
