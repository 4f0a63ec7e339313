/* argp: the C library's own, which ends the process after --help, --usage,
 * --version and a mistake, and reads variables that the program sets or
 * defines.
 *
 * Around each call the variables have the rank's values, and an exit
 * handler, the latest and so the first to run, ends the rank instead of the
 * process. Handlers cannot be taken back: one that is left over does nothing.
 * Invariant: argp_calls counts the calls of argp that a rank is inside of. */
#include "libc.h"

#include "template.h"

#include "../rank/rank.h"

#include <argp.h>
#include <stdarg.h>
#include <string.h>

#define TAKE_OVER(name, variable)                                              \
  memcpy(&name, libc_address(libc_self(), variable), sizeof name)

static void end_rank(int code, void *arg)
{
  (void)arg;
  if (!self || !self->image || self->image->libc.argp_calls == 0) return;
  self->image->libc.argp_calls = 0;
  image_exit(code);
}

static void enter(void)
{
  TAKE_OVER(argp_program_version, LIBC_ARGP_VERSION);
  TAKE_OVER(argp_program_version_hook, LIBC_ARGP_HOOK);
  TAKE_OVER(argp_program_bug_address, LIBC_ARGP_BUGS);
  TAKE_OVER(argp_err_exit_status, LIBC_ARGP_STATUS);
  libc_self()->libc.argp_calls++;
  on_exit(end_rank, NULL);
}

static void leave(void)
{
  libc_self()->libc.argp_calls--;
}

static error_t parse(const struct argp *a, int argc, char **argv,
                     unsigned flags, int *index, void *input)
{
  enter();
  error_t error = argp_parse(a, argc, argv, flags, index, input);
  leave();
  return error;
}

static void help(const struct argp *a, FILE *to, unsigned flags, char *name)
{
  enter();
  argp_help(a, to, flags, name);
  leave();
}

static void state_help(const struct argp_state *s, FILE *to, unsigned flags)
{
  enter();
  argp_state_help(s, to, flags);
  leave();
}

static void usage(const struct argp_state *s)
{
  state_help(s, stderr, ARGP_HELP_STD_USAGE);
}

enum { TEXT_MAX = 1024 };

static void complain(const struct argp_state *s, const char *format, ...)
{
  char text[TEXT_MAX];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  enter();
  argp_error(s, "%s", text);
  leave();
}

static void fail(const struct argp_state *s, int code, int number,
                 const char *format, ...)
{
  char text[TEXT_MAX];
  va_list args;
  va_start(args, format);
  if (format) vsnprintf(text, sizeof text, format, args);
  va_end(args);
  enter();
  argp_failure(s, code, number, format ? "%s" : NULL, text);
  leave();
}

const struct libc_entry libc_argp_table[] = {{"argp_parse", parse},
                                             {"__argp_parse", parse},
                                             {"argp_help", help},
                                             {"__argp_help", help},
                                             {"argp_state_help", state_help},
                                             {"__argp_state_help", state_help},
                                             {"argp_usage", usage},
                                             {"__argp_usage", usage},
                                             {"argp_error", complain},
                                             {"__argp_error", complain},
                                             {"argp_failure", fail},
                                             {"__argp_failure", fail},
                                             {NULL, NULL}};
