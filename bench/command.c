/* The commands of the runners.
 *
 * All simulate the same machine: one switch, a host for each rank, no backbone,
 * the bandwidth and latency of platforms/single-switch.xml. */
#include "bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const runner_names[RUNNERS] = {
    "oriel", "model", "smpi", "counted", "bare", "checked", "instrumented"};

static char *argv[COMMAND_MAX];
static int argc;

/* One more word of the command. */
__attribute__((format(printf, 1, 2))) static void add(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  free(argv[argc]);
  if (argc == COMMAND_MAX - 1 || vasprintf(&argv[argc], format, list) < 0)
    abort();
  va_end(list);
  argc++;
}

static void add_words(const char *words)
{
  char *copy = strdup(words), *rest = copy, *word;
  while ((word = strsep(&rest, " ")))
    if (*word) add("%s", word);
  free(copy);
}

static char *const *finished(void)
{
  free(argv[argc]);
  argv[argc] = NULL;
  return argv;
}

static const char *binary(const struct program *p, const char *kind)
{
  static char path[512];
  snprintf(path, sizeof path, "%s/bench/%s.%s", settings.build, p->name, kind);
  return path;
}

/* --- Oriel --- */

/* Where a COUNTED run says what it was made of. */
static const char *json_path(void)
{
  static char path[600];
  snprintf(path, sizeof path, "%s/run.json", settings.scratch);
  return path;
}

enum { HOSTS_MOST = 65536 }; /* beyond, so many ranks share a host: */
#define RANKS_OF_HOST "64"

static void oriel_command(const struct program *p, int ranks, enum runner how)
{
  add("%s/bin/orielrun", settings.build);
  add("--quiet");
  if (how == COUNTED) add_words("--host-stats --json");
  if (how == COUNTED) add("%s", json_path());
  if (how == MODEL) add("--coll=model");
  if (ranks > HOSTS_MOST) add_words("--ppn " RANKS_OF_HOST);
  if (how == CHECKED || how == INSTRUMENTED) add("--check");
  add("-np");
  add("%d", ranks);
  add("%s", binary(p, how == INSTRUMENTED ? "checked" : "oriel"));
}

char *const *command_network(const struct program *p, int ranks,
                             const char *mode, const char *platform)
{
  argc = 0;
  add("%s/bin/orielrun", settings.build);
  add_words("--quiet --network");
  add("%s", mode);
  add("--platform");
  add("platforms/%s.xml", platform);
  add("-np");
  add("%d", ranks);
  add("%s", binary(p, "oriel"));
  add_words(p->arguments);
  return finished();
}

/* The number behind "key": in a line. */
static bool number_of(const char *line, const char *key, double *number)
{
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\": ", key);
  const char *at = strstr(line, quoted);
  if (at) *number += atof(at + strlen(quoted));
  return at != NULL;
}

/* Oriel's JSON has one value a line. Under "operations" each kind has its
 * count; "message" is the last of them, and not an operation. */
struct made_of command_made_of(void)
{
  struct made_of m = {0};
  char line[4096];
  bool in_operations = false;
  FILE *f = fopen(json_path(), "r");
  while (f && fgets(line, sizeof line, f)) {
    if (strstr(line, "\"operations\":")) in_operations = true;
    if (strstr(line, "\"message\":") || strstr(line, "\"calls\":"))
      in_operations = false;
    if (in_operations) number_of(line, "count", &m.operations);
    number_of(line, "switches", &m.switches);
    number_of(line, "events", &m.events);
    number_of(line, "dates", &m.dates);
    number_of(line, "flows", &m.flows);
    number_of(line, "copies", &m.copies);
    number_of(line, "bytes_copied", &m.bytes);
  }
  if (f) fclose(f);
  return m;
}

/* --- the bare engine --- */

static bool bare_command(int ranks, const struct made_of *like)
{
  if (!like || like->switches == 0) return false;
  add("%s/bench/alone/bare", settings.build);
  add("%s/bench/alone/empty", settings.build);
  add("%d", ranks);
  add("%.0f", like->switches);
  add("%.0f", like->events);
  add("%.0f", like->dates);
  add("%.0f", like->flows);
  add("%.0f", like->copies);
  add("%.0f", like->bytes);
  return true;
}

/* --- SMPI --- */

static bool is_there(const char *command)
{
  char look[256];
  snprintf(look, sizeof look, "command -v %s >/dev/null 2>&1", command);
  return system(look) == 0;
}

bool command_has_smpi(void)
{
  static int there = -1;
  if (there < 0) there = is_there("smpirun");
  return there;
}

static void smpi_platform(int ranks)
{
  char path[600];
  snprintf(path, sizeof path, "%s/flat.xml", settings.scratch);
  FILE *f = fopen(path, "w");
  if (!f) return;
  fprintf(f,
          "<?xml version=\"1.0\"?>\n"
          "<!DOCTYPE platform SYSTEM "
          "\"https://simgrid.org/simgrid.dtd\">\n"
          "<platform version=\"4.1\">\n"
          "  <zone id=\"world\" routing=\"Full\">\n"
          "    <cluster id=\"switch\" prefix=\"h\" suffix=\"\" "
          "radical=\"0-%d\" speed=\"10Gf\" bw=\"10GBps\" lat=\"550ns\"/>\n"
          "  </zone>\n"
          "</platform>\n",
          ranks - 1);
  fclose(f);
  snprintf(path, sizeof path, "%s/hosts", settings.scratch);
  f = fopen(path, "w");
  for (int i = 0; f && i < ranks; i++)
    fprintf(f, "h%d\n", i);
  if (f) fclose(f);
}

static void smpi_begin(int ranks)
{
  smpi_platform(ranks);
  add("smpirun");
  add("-np");
  add("%d", ranks);
  add("-platform");
  add("%s/flat.xml", settings.scratch);
  add("-hostfile");
  add("%s/hosts", settings.scratch);
  add_words("--cfg=contexts/factory:raw --cfg=contexts/stack-size:64"
            " --cfg=smpi/privatization:no --cfg=smpi/simulate-computation:no"
            " --log=root.t:critical");
}

/* The options that someone who knows SMPI well would find. */
static void smpi_command(const struct program *p, int ranks)
{
  smpi_begin(ranks);
  add_words("--cfg=smpi/barrier:ompi_tree --cfg=smpi/allgather:bruck");
  add("%s", binary(p, "smpi"));
}

char *const *command_agree(const struct program *p, int ranks, bool smpi)
{
  argc = 0;
  if (smpi) {
    smpi_begin(ranks);
    add_words("--cfg=network/model:CM02 --cfg=network/crosstraffic:0"
              " --cfg=network/TCP-gamma:1e30");
  } else {
    add("%s/bin/orielrun", settings.build);
    add_words("--quiet --network fluid -np");
    add("%d", ranks);
  }
  add("%s", binary(p, smpi ? "smpi" : "oriel"));
  add_words(p->arguments);
  return finished();
}

/* --- all --- */

char *const *command_of(const struct program *p, int ranks, enum runner how,
                        const struct made_of *like, const char **why)
{
  argc = 0;
  *why = NULL;
  if (how == SMPI && !command_has_smpi())
    *why = "smpirun is not installed";
  else if (how == SMPI && access(binary(p, "smpi"), X_OK))
    *why = "smpicc does not compile it";
  else if (how == BARE && !bare_command(ranks, like))
    *why = "there are no counts";
  if (*why) return NULL;
  if (how == BARE) return finished();
  if (how == SMPI)
    smpi_command(p, ranks);
  else
    oriel_command(p, ranks, how);
  add_words(p->arguments);
  return finished();
}
