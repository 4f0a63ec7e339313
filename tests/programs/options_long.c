/* getopt_long() and getopt_long_only(): which of one dash are long options, and
 * what is said of those that are none.
 *
 * run: np=2 options="--tag-output"
 * stdout: [0] ok
 * report: [0] program: option '-fub' is ambiguous; possibilities: '-fubar' '-fubaz'
 * report: [1] program: unrecognized option '-z'
 * report: [0] program: unrecognized option '-y=2'
 * report: [1] program: unrecognized option '--none=1'
 * report: [0] program: option '-W fu' is ambiguous; possibilities: '-W fubar' '-W fubaz'
 * report: [1] program: unrecognized option '-W y=1'
 * report: [0] program: option '-W fubar' doesn't allow an argument
 * report: [1] program: option requires an argument -- 'W'
 * report: [0] program: option '--fu' is ambiguous; possibilities: '--fubar' '--fubaz'
 * report: [0] program: invalid option -- 'y'
 * report: [1] program: invalid option -- 'y'
 * mpich: no (the ranks' messages come in any order)
 */
#define _GNU_SOURCE
#include "check.h"

#include <getopt.h>

static const struct option longs[] = {{"fubar", no_argument, NULL, 1},
                                      {"fubaz", no_argument, NULL, 2},
                                      {"out", optional_argument, NULL, 3},
                                      {"in", required_argument, NULL, 4},
                                      {"same", no_argument, NULL, 5},
                                      {"same2", no_argument, NULL, 5},
                                      {NULL, 0, NULL, 0}};

typedef int getopt_function(int, char *const[], const char *,
                            const struct option *, int *);

/* What it returns for all arguments, as a text of numbers. */
static void parsed(getopt_function *get, const char *arguments,
                   const char *expected)
{
  char text[200], found[200] = "", *argv[20] = {"program"}, *at = found;
  int argc = 1, c;
  snprintf(text, sizeof text, "%s", arguments);
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
    argv[argc++] = word;
  optind = 0;
  while ((c = get(argc, argv, "fi:xW;", longs, NULL)) != -1) {
    MPI_Barrier(MPI_COMM_WORLD); /* all ranks are inside */
    at += sprintf(at, c < ' ' ? "%d " : "%c ", c);
    if (optarg) at += sprintf(at, "=%s ", optarg);
    if (c == '?') at += sprintf(at, "%d ", optopt);
  }
  for (; optind < argc; optind++)
    at += sprintf(at, "%s ", argv[optind]);
  if (strcmp(found, expected)) printf("%s gave %s\n", arguments, found);
  CHECK(!strcmp(found, expected));
}

static void quiet(void)
{
  opterr = 0;
  parsed(getopt_long_only, "-f -fubar -fx --f -i 3 -in=4 -in 5",
         "f 1 f x ? 0 i =3 4 =4 4 =5 ");
  parsed(getopt_long_only, "-out -out=a b -o -same -sam -sa",
         "3 3 =a 3 5 ? 0 ? 0 b ");
  parsed(getopt_long, "-f --sam a --fubaz=1 --in", "f 5 ? 2 ? 4 a ");
  parsed(getopt_long, "-W in=4 -Win=4 -fW in 5 a -Wsame -W", "4 =4 4 =4 f 4 =5 5 ? 87 a ");
  opterr = 1;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  quiet();
  /* Each rank another. */
  parsed(getopt_long_only, world_rank() ? "-z --none=1" : "-fub -y=2",
         "? 0 ? 0 ");
  parsed(getopt_long, world_rank() ? "-Wy=1 -W" : "-W fu -W fubar=1",
         world_rank() ? "? 0 ? 87 " : "? 0 ? 1 ");
  parsed(getopt_long, world_rank() ? "--out=1 -y" : "--fu -y",
         world_rank() ? "3 =1 ? 121 " : "? 0 ? 121 ");
  int failed = report();
  MPI_Finalize();
  return failed;
}
