/* The benchmark: options, what is measured, in which order.
 *
 *   bench [--sizes N,N...] [--programs NAME,NAME...] [--repeat N] [--quick]
 *         [--large] [--limit S] [--peer-limit S] [--no-peers]
 *         [--network]
 *         [--build DIR] [--output FILE]
 *
 * make bench and make bench-large call it; docs/performance.md describes it.
 * It ends with zero when it came to its end, whatever the targets say. */
#include "bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct program programs[] = {
    {"halo", "20 1024", "puts to 4 neighbours and a fence"},
    {"pscw", "20 1024", "put to the next one, post to wait"},
    {"fetch", "20", "fetch_and_op on rank 0 and flush"},
    {"gups", "100", "accumulates anywhere, one flush"},
    {"lock", "20 8", "lock, put, unlock anywhere"},
    {"transpose", "32 4", "gets of vectors from 32 ranks"},
    {"collective", "20", "barrier and allreduce"},
    {"hello", "", "start and end"},
    {"x-halo", "", "examples/halo.c, for the checker's costs"},
    {"x-gups", "", "examples/gups.c"},
    {"x-hash_table", "", "examples/hash_table.c"},
    {"million", "3 8", "halo, 3 epochs of 8 bytes"},
    {"million_4k", "3 8", "the same with 4 KiB of variables"},
};
const int program_count = sizeof programs / sizeof *programs;

struct settings settings = {
    .build = "build",
    .output = "bench/results.json",
    .sizes = {64, 256, 1024, 4096, 16384},
    .size_count = 5,
    .repeat = 3,
    .limit = 600,
    .peer_limit = 90,
    .peers = true,
};

const struct program *program_find(const char *name)
{
  for (int i = 0; i < program_count; i++)
    if (!strcmp(programs[i].name, name)) return &programs[i];
  return NULL;
}

static void usage(const char *what)
{
  fprintf(stderr, "bench: %s\n", what);
  exit(125);
}

static void sizes_parse(const char *list)
{
  settings.size_count = 0;
  while (*list && settings.size_count < 16) {
    char *end;
    long n = strtol(list, &end, 10);
    if (n < 1 || n > 1 << 24 || end == list || (*end && *end != ','))
      usage("--sizes takes numbers of ranks");
    settings.sizes[settings.size_count++] = (int)n;
    list = *end ? end + 1 : end;
  }
}

/* A small benchmark that says within a minute whether something is off. */
static void be_quick(void)
{
  settings.size_count = 3;
  settings.repeat = 1;
  settings.peer_limit = 5;
}

static void be_large(void)
{
  settings.large = true;
  settings.limit = 1800;
}

static void flag_parse(const char *name)
{
  if (!strcmp(name, "--quick"))
    be_quick();
  else if (!strcmp(name, "--large"))
    be_large();
  else if (!strcmp(name, "--no-peers"))
    settings.peers = false;
  else if (!strcmp(name, "--network"))
    settings.network = true;
  else
    usage("unknown option, or one without its value; bench/run.c lists them");
}

static bool value_parse(const char *name, const char *value)
{
  if (!strcmp(name, "--sizes"))
    sizes_parse(value);
  else if (!strcmp(name, "--programs"))
    settings.only = value;
  else if (!strcmp(name, "--repeat"))
    settings.repeat = atoi(value);
  else if (!strcmp(name, "--limit"))
    settings.limit = atof(value);
  else if (!strcmp(name, "--peer-limit"))
    settings.peer_limit = atof(value);
  else if (!strcmp(name, "--build"))
    settings.build = value;
  else if (!strcmp(name, "--output"))
    settings.output = value;
  else
    return false;
  return true;
}

static void options_parse(int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if (i + 1 < argc && value_parse(argv[i], argv[i + 1]))
      i++;
    else
      flag_parse(argv[i]);
  if (settings.repeat < 1) settings.repeat = 1;
}

/* Is the program among those of --programs? */
static bool is_asked(const char *name)
{
  size_t length = strlen(name);
  const char *at = settings.only;
  if (!at) return true;
  while ((at = strstr(at, name))) {
    bool begins = at == settings.only || at[-1] == ',';
    if (begins && (at[length] == 0 || at[length] == ',')) return true;
    at += length;
  }
  return false;
}

/* --- what is measured --- */

/* Only asked for by a row of their own. */
static bool is_special(const struct program *p)
{
  return !strncmp(p->name, "million", 7) || !strncmp(p->name, "x-", 2);
}

static void measure_sizes(void)
{
  static const enum runner all[] = {COUNTED, ORIEL, BARE, SMPI};
  int count = settings.peers ? 4 : 3;
  for (int i = 0; i < program_count; i++) {
    if (!is_asked(programs[i].name) || is_special(&programs[i])) continue;
    for (int k = 0; k < settings.size_count; k++)
      measure_case(&programs[i], settings.sizes[k], all, count);
  }
}

/* Checked against unchecked, and instrumented against plain. */
static void measure_checked(void)
{
  static const int sizes[] = {64, 1024, 4096};
  static const enum runner both[] = {ORIEL, CHECKED, INSTRUMENTED};
  for (int i = 0; i < program_count; i++)
    for (int k = 0; k < 3; k++)
      if (!strncmp(programs[i].name, "x-", 2) && is_asked(programs[i].name) &&
          sizes[k] <= settings.sizes[settings.size_count - 1])
        measure_case(&programs[i], sizes[k], both, 3);
}

static void measure_large(void)
{
  static const enum runner exact[] = {COUNTED, ORIEL, BARE};
  static const enum runner model[] = {MODEL};
  if (!settings.large) return;
  for (int i = 0; i < program_count; i++)
    if (is_asked(programs[i].name) && !is_special(&programs[i]))
      measure_case(&programs[i], 65536, exact, 3);
  if (is_asked("halo")) measure_case(program_find("halo"), 65536, model, 1);
  if (is_asked("million"))
    measure_case(program_find("million"), 1 << 20, model, 1);
  if (is_asked("million_4k"))
    measure_case(program_find("million_4k"), 1 << 20, model, 1);
}

static void scratch_open(void)
{
  const char *folder = getenv("TMPDIR");
  snprintf(settings.scratch, sizeof settings.scratch,
           "%.400s/oriel-bench-XXXXXX", folder ? folder : "/tmp");
  if (!mkdtemp(settings.scratch)) usage(strerror(errno));
}

static void scratch_close(void)
{
  static const char *const files[] = {"run.json", "flat.xml", "hosts"};
  char path[600];
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    snprintf(path, sizeof path, "%s/%s", settings.scratch, files[i]);
    unlink(path);
  }
  rmdir(settings.scratch);
}

int main(int argc, char **argv)
{
  options_parse(argc, argv);
  if (settings.network) return network_table();
  machine_describe();
  scratch_open();
  printf("%s, %d cores, %.1f GB, %s, %s, load %.2f\n", machine.cpu,
         machine.cores, machine.memory / 1e9, machine.kernel, machine.system,
         machine.load);
  measure_sizes();
  measure_large();
  measure_checked();
  if (is_asked("agree")) agree_measure();
  if (is_asked("copy")) copies_measure();
  scratch_close();
  table_print();
  if (is_asked("agree")) agree_print();
  if (is_asked("copy")) copies_print();
  targets_print();
  if (!record_write(settings.output)) return 0;
  fprintf(stderr, "bench: %s: %s\n", settings.output, strerror(errno));
  return 1;
}
