/* What the command line of orielrun says.
 *
 * Invariant: after options_parse every field holds a value that the rest may
 * use without checking it again, but files, which are looked at when they are
 * opened. Texts point into argv. */
#ifndef ORIEL_OPTIONS_H
#define ORIEL_OPTIONS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum { RANKS_MAX = 1 << 20 };
/* Of what is wrong with a file, its path included; more than is to be had of a
 * small stack. */
enum { WHY = 3 * PATH_MAX };

enum map_by { MAP_BY_NODE, MAP_BY_CORE };

/* What --check lets reports do to the exit code. */
enum check_mode {
  CHECK_NOT,
  CHECK_ERRORS, /* errors make it EXIT_REPORTS */
  CHECK_STRICT, /* warnings too, and more of them are given */
  CHECK_WARN,   /* nothing does */
};

/* One program of an MPMD command line. */
struct app {
  int ranks;
  int argc;
  char **argv; /* argv[0] is the program */
};

struct options {
  struct app *apps;
  int app_count;
  int ranks;                       /* of all programs */
  const char *platform, *hostfile; /* NULL: none */
  enum map_by map_by;
  int ppn; /* ranks per node; 0: not said */
  size_t stack;
  const char **costs; /* "NAME=VALUE", as given */
  int cost_count;
  bool tag_output, host_stats, quiet, missing;
  enum { BAR_BY_DEFAULT, BAR_ON, BAR_OFF } bar;
  double patience; /* million polls */
  const char *json;
  const char *result;  /* NULL: none */
  unsigned long enter; /* where ranks begin; 0: in main() */
  enum check_mode check;
  const char **suppressions; /* their files, loaded */
  int suppression_count;
  bool separate;       /* --memory-model=separate */
  const char *junit;   /* NULL: not asked for */
  const char *choices; /* "1,0,2"; NULL: none */
  const char *order;   /* early, late, reverse, or seed=N; NULL: as timed */
};

/* Parse; a mistake, --help and --version print and end the process. */
void options_parse(int argc, char **argv, struct options *);
/* The end of what only prints: what is lost is told. */
void say_and_exit(void) __attribute__((noreturn));

/* Print "orielrun: ..." as one line on stderr and end with EXIT_USAGE. */
void usage_error(const char *format, ...)
    __attribute__((noreturn, format(printf, 1, 2)));

#endif
