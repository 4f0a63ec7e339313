/* argp: each rank parses its own arguments, with the program's version and bug
 * address; what ends the parsing ends the rank as exit() does.
 *
 * run: np=3 args="-v --number=12 first second"
 * stdout: ok
 * run: np=2 args="--version" twice=1
 * stdout: argp test 1.0
 * stdout: handler
 * stdout: argp test 1.0
 * stdout: handler
 * run: np=1 args="--help"
 * stdout: Usage: program [OPTION...] FIRST SECOND
 * stdout: A test.
 * stdout:
 * stdout:   -n, --number=NUMBER        A number
 * stdout:   -v, --verbose              Say more
 * stdout:   -?, --help                 Give this help list
 * stdout:       --usage                Give a short usage message
 * stdout:   -V, --version              Print program version
 * stdout:
 * stdout: Mandatory or optional arguments to long options are also mandatory or optional
 * stdout: for any corresponding short options.
 * stdout:
 * stdout: Report bugs to nobody.
 * stdout: handler
 * run: np=1 args="--wrong" exit=9
 * stdout: handler
 * stderr: program: unrecognized option '--wrong'
 * stderr: Try `program --help' or `program --usage' for more information.
 * run: np=1 args="one two three" exit=9
 * stdout: handler
 * stderr: program: too many: three
 * run: np=1 args="--number=x one two" exit=5
 * stdout: handler
 * stderr: program: no number: x: Invalid argument
 */
#include "check.h"
#include <argp.h>
#include <errno.h>

const char *argp_program_version = "argp test 1.0";
const char *argp_program_bug_address = "nobody";

struct arguments {
  int verbose, number, count;
  char *names[2];
};

static const struct argp_option options[] = {
    {"verbose", 'v', NULL, 0, "Say more", 0},
    {"number", 'n', "NUMBER", 0, "A number", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static error_t parse(int key, char *argument, struct argp_state *state)
{
  struct arguments *a = state->input;
  char *end;
  MPI_Barrier(MPI_COMM_WORLD); /* all ranks are inside argp_parse() */
  switch (key) {
  case 'v':
    a->verbose = 1;
    return 0;
  case 'n':
    a->number = (int)strtol(argument, &end, 10);
    if (*end) argp_failure(state, 5, EINVAL, "no number: %s", argument);
    return 0;
  case ARGP_KEY_ARG:
    if (a->count == 2) argp_error(state, "too many: %s", argument);
    a->names[a->count++] = argument;
    return 0;
  case ARGP_KEY_END:
    if (a->count < 2) argp_usage(state);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static void handler(void)
{
  puts("handler");
}

int main(int argc, char **argv)
{
  static const struct argp argp = {.options = options,
                                   .parser = parse,
                                   .args_doc = "FIRST SECOND",
                                   .doc = "A test."};
  struct arguments a = {0};
  MPI_Init(&argc, &argv);
  argp_err_exit_status = 9;
  if (argc < 5) atexit(handler);
  CHECK(argp_parse(&argp, argc, argv, 0, NULL, &a) == 0);
  CHECK(a.verbose && a.number == 12 && a.count == 2);
  CHECK(a.count == 2 && !strcmp(a.names[1], "second"));
  int code = report();
  MPI_Finalize();
  return code;
}
