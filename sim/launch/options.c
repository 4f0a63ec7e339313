/* Parsing of orielrun's command line: one table of options. */
#include "options.h"

#include "../coll/select.h"
#include "../cost/cost.h"
#include "../exit.h"
#include "../home.h"
#include "../plain.h"
#include "../../model/check/suppress.h"
#include "../../model/memory.h"
#include "../../traces/whole.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STACK_LEAST = 16 << 10, PATIENCE = 10 };

/* As a process's, while that costs nothing. Each stack of 8 MiB has page tables
 * of its own, which take as much memory as what is touched of it, and which a
 * rank's turn waits for: with 1 MiB thousands of ranks are 3 to 20 % faster.
 */
static size_t stack_default(int ranks)
{
  enum { MANY = 1 << 12, VERY_MANY = 1 << 16 };
  if (ranks > VERY_MANY) return 256 << 10;
  return ranks > MANY ? 1 << 20 : 8 << 20;
}

/* One line, whatever the names in it are. */
void usage_error(const char *format, ...)
{
  va_list args;
  char *text = NULL;
  va_start(args, format);
  if (vasprintf(&text, format, args) < 0) text = xstrdup(format);
  va_end(args);
  for (char *c = text; *c; c++)
    if (iscntrl((unsigned char)*c)) *c = '?';
  fflush(stdout);
  fprintf(stderr, "orielrun: %s\n", text);
  exit(EXIT_USAGE);
}

void say_and_exit(void)
{
  if (!ferror(stdout) && !fflush(stdout)) exit(0);
  fprintf(stderr, "orielrun: standard output: %s\n", strerror(errno));
  exit(EXIT_LIMIT);
}

/* What an option does with its value; `name` is how it was given. */
struct option {
  const char *name, *other; /* "--platform", a second spelling or NULL */
  const char *takes;        /* "FILE"; NULL: no value; "[=A|B]": may have one */
  const char *help;
  void (*set)(struct options *, const char *name, const char *value);
};

/* --- values --- */

/* The number is what stands at `at` in the value. */
static long whole(const char *name, const char *value, int at, long low,
                  long high)
{
  char *end;
  errno = 0;
  long n = strtol(value + at, &end, 10);
  if (!isdigit((unsigned char)value[at]) || *end || errno || n < low ||
      n > high)
    usage_error("%s %s: it takes a whole number from %ld to %ld", name, value,
                low, high);
  return n;
}

/* "64k", "1M", "65536": bytes. */
static size_t bytes(const char *name, const char *value)
{
  char *end;
  errno = 0;
  unsigned long long n = strtoull(value, &end, 10);
  int shift = 0;
  if (*end == 'k' || *end == 'K') shift = 10;
  if (*end == 'M') shift = 20;
  if (*end == 'G') shift = 30;
  if (!isdigit((unsigned char)*value) || end[shift ? 1 : 0] || errno ||
      n > (1ull << 40) >> shift)
    usage_error("%s %s: it takes a size in bytes, at most 1024G, as 65536, 64k "
                "or 1M",
                name, value);
  return (size_t)n << shift;
}

static void set_cost(struct options *o, const char *name, const char *value)
{
  if (!strchr(value, '='))
    usage_error("%s %s: it takes NAME=VALUE, as gap=2e-7", name, value);
  o->costs = xgrow(o->costs, o->cost_count, sizeof *o->costs);
  o->costs[o->cost_count++] = value;
}

/* --protocol, --progress and --network are costs with a name of their own,
 * by which cost_load calls them. */
static void set_named_cost(struct options *o, const char *name,
                           const char *value)
{
  char *text = xmalloc(strlen(name) + strlen(value) + 2);
  sprintf(text, "%s=%s", name, value);
  set_cost(o, name, text);
}

static void set_ranks(struct options *o, const char *name, const char *value)
{
  o->apps[o->app_count].ranks = (int)whole(name, value, 0, 1, RANKS_MAX);
}

/* A file, or else one of Oriel's. */
static void set_platform(struct options *o, const char *name, const char *value)
{
  static char own[PATH_MAX];
  bool file = strchr(value, '/') || access(value, F_OK) == 0;
  if (!file && !home_platform(value, own)) {
    home_platforms(own, sizeof own);
    usage_error("%s %s: no such file here, and Oriel's own are %s", name, value,
                *own ? own : "not there");
  }
  o->platform = file ? value : own;
}

static void set_hostfile(struct options *o, const char *name, const char *value)
{
  (void)name;
  o->hostfile = value;
}

static void set_map_by(struct options *o, const char *name, const char *value)
{
  if (strcmp(value, "core") && strcmp(value, "node"))
    usage_error("%s %s: it takes core or node", name, value);
  o->map_by = value[0] == 'c' ? MAP_BY_CORE : MAP_BY_NODE;
}

static void set_ppn(struct options *o, const char *name, const char *value)
{
  o->ppn = (int)whole(name, value, 0, 1, RANKS_MAX);
}

static void set_stack(struct options *o, const char *name, const char *value)
{
  o->stack = bytes(name, value);
  if (o->stack < STACK_LEAST)
    usage_error("%s %s: the least stack is %d bytes", name, value, STACK_LEAST);
}

static void set_order(struct options *o, const char *name, const char *value)
{
  if (!strncmp(value, "seed=", 5))
    whole(name, value, 5, 0, INT_MAX);
  else if (strcmp(value, "early") && strcmp(value, "late") &&
           strcmp(value, "reverse"))
    usage_error("%s %s: it takes early, late, reverse or seed=N", name, value);
  o->order = value;
}

static void set_choices(struct options *o, const char *name, const char *value)
{
  bool good = isdigit((unsigned char)*value);
  for (const char *c = value; *c; c++)
    good = good && (isdigit((unsigned char)*c) ||
                    (*c == ',' && isdigit((unsigned char)c[1])));
  if (!good) usage_error("%s %s: it takes numbers, as 1,0,2", name, value);
  o->choices = value;
}

static void set_patience(struct options *o, const char *name, const char *value)
{
  const char *end = value;
  if (cost_number(&end, &o->patience) || *end || o->patience == 0)
    usage_error("%s %s: it takes a number of million polls, more than 0", name,
                value);
}

static void set_json(struct options *o, const char *name, const char *value)
{
  (void)name;
  o->json = value;
}

/* Without a value: NULL. */
static void set_check(struct options *o, const char *name, const char *value)
{
  o->check = CHECK_ERRORS;
  if (!value) return;
  if (strcmp(value, "strict") && strcmp(value, "warn"))
    usage_error("%s=%s: it takes strict, warn, or nothing", name, value);
  o->check = value[0] == 's' ? CHECK_STRICT : CHECK_WARN;
}

static void set_memory_model(struct options *o, const char *name,
                             const char *value)
{
  if (strcmp(value, "separate") && strcmp(value, "unified"))
    usage_error("%s %s: it takes separate or unified", name, value);
  o->separate = value[0] == 's';
}

static void set_suppressions(struct options *o, const char *name,
                             const char *value)
{
  static char why[WHY];
  o->suppressions = xgrow(o->suppressions, o->suppression_count, sizeof value);
  o->suppressions[o->suppression_count++] = value;
  if (suppress_load(value, why, sizeof why)) usage_error("%s %s", name, why);
}

static void set_junit(struct options *o, const char *name, const char *value)
{
  (void)name;
  o->junit = value;
}

static void set_result(struct options *o, const char *name, const char *value)
{
  (void)name;
  o->result = value;
}

static void set_enter(struct options *o, const char *name, const char *value)
{
  char *end;
  errno = 0;
  o->enter = strtoul(value, &end, 0);
  if (errno || !isdigit((unsigned char)*value) || *end || !o->enter)
    usage_error("%s %s: it takes the place of a function in the program's file",
                name, value);
}

static void set_coll(struct options *o, const char *name, const char *value)
{
  char why[256];
  (void)o;
  if (select_named(value, why, sizeof why))
    usage_error("%s %s: %s", name, value, why);
}

static void set_flag(struct options *o, const char *name, const char *value)
{
  (void)value;
  if (!strcmp(name, "--tag-output")) o->tag_output = true;
  if (!strcmp(name, "--host-stats")) o->host_stats = true;
  if (!strcmp(name, "--bar")) o->bar = BAR_ON;
  if (!strcmp(name, "--no-bar")) o->bar = BAR_OFF;
  if (!strcmp(name, "--quiet")) o->quiet = true;
  if (!strcmp(name, "--missing")) o->missing = true;
  if (!strcmp(name, "--plain")) plain = true;
}

static void print_version(struct options *o, const char *name,
                          const char *value)
{
  (void)o, (void)name, (void)value;
  puts("orielrun " ORIEL_VERSION);
  say_and_exit();
}

static void print_help(struct options *o, const char *name, const char *value);

static const struct option table[] = {
    {"-np", "-n", "N", "ranks of the program that follows (default 1)",
     set_ranks},
    {"--platform", NULL, "FILE",
     "the machine, a SimGrid platform file (default: one switch)",
     set_platform},
    {"--hostfile", NULL, "FILE", "hosts to use, one a line, \"NAME slots=N\"",
     set_hostfile},
    {"--map-by", NULL, "core|node", "fill hosts, or go round them (default)",
     set_map_by},
    {"--ppn", NULL, "N", "N ranks on each host, host after host", set_ppn},
    {"--stack", NULL, "BYTES",
     "stack of a rank (default 8M; less with more than 4096 ranks)", set_stack},
    {"--cost", NULL, "NAME=VALUE", "set a parameter of the timing model",
     set_cost},
    {"--protocol", NULL, "rdma|message", "who moves the data", set_named_cost},
    {"--progress", NULL, "hardware|thread|weak", "who serves a target",
     set_named_cost},
    {"--network", NULL, "hybrid|fluid|latency", "how messages share links",
     set_named_cost},
    {"--order", NULL, "early|late|reverse|seed=N",
     "move data at other instants that MPI allows", set_order},
    {"--choices", NULL, "N,N...",
     "answers where MPI leaves the outcome open (default 0s)", set_choices},
    {"--coll", NULL, "model|exact|NAME=ALGORITHM",
     "collectives by formula, or by messages (default); the algorithm of one, "
     "as allreduce=ring",
     set_coll},
    {"--tag-output", NULL, NULL, "put \"[rank] \" before each line", set_flag},
    {"--patience", NULL, "SECONDS",
     "million polls or operations that may find nothing new before that is a "
     "deadlock (default 10)",
     set_patience},
    {"--check", NULL, "[=strict|warn]",
     "tell errors of the program; strict: warnings fail, too; warn: nothing "
     "fails",
     set_check},
    {"--memory-model", NULL, "unified|separate",
     "the rules of which memory model (default unified)", set_memory_model},
    {"--suppressions", NULL, "FILE",
     "reports not to show, as \"conflict halo.c:88 halo.c:95\"",
     set_suppressions},
    {"--junit", NULL, "FILE", "write the reports as JUnit's XML", set_junit},
    {"--json", NULL, "FILE", "write the summary as JSON", set_json},
    {"--result", NULL, "FILE",
     "write time and reports as lines, for oriel_test.h", set_result},
    {"--enter", NULL, "PLACE",
     "begin in this function instead of main(), for oriel_test.h", set_enter},
    {"--host-stats", NULL, NULL,
     "add wall time, memory, counts of events to the summary", set_flag},
    {"--bar", NULL, NULL,
     "show how the run goes on (default: on a terminal, without --quiet)",
     set_flag},
    {"--no-bar", NULL, NULL, "do not", set_flag},
    {"--quiet", "-q", NULL, "no summary", set_flag},
    {"--missing", NULL, NULL,
     "list the MPI functions that PROGRAM needs and Oriel lacks or refuses",
     set_flag},
    {"--plain", NULL, NULL,
     "take no short cuts: the same results but for the order of events of one "
     "date, more slowly (tests compare)",
     set_flag},
    {"--help", "-h", NULL, "this text", print_help},
    {"--version", "-V", NULL, "the version", print_version},
};
enum { OPTIONS = sizeof table / sizeof *table };

static void print_help(struct options *o, const char *name, const char *value)
{
  (void)o, (void)name, (void)value;
  puts("usage: orielrun [OPTION]... [-np N] PROGRAM [ARGUMENT]...\n"
       "                [: [-np N] PROGRAM [ARGUMENT]...]...\n"
       "Run an MPI program on simulated ranks.\n");
  for (int i = 0; i < OPTIONS; i++) {
    char left[64];
    const char *takes = table[i].takes ? table[i].takes : "";
    snprintf(left, sizeof left, "%s%s%s%s%s", table[i].name,
             table[i].other ? ", " : "", table[i].other ? table[i].other : "",
             *takes && *takes != '[' ? " " : "", takes);
    printf("  %-36s %s\n", left, table[i].help);
  }
  puts("\nExit code: the first nonzero one of the ranks; 120 MPI error, 121 "
       "reports,\n122 deadlock, 123 crash, 124 limit, 125 usage.");
  say_and_exit();
}

/* --- the command line --- */

/* How many letters make one word of the other, if they are changed, added or
 * left out. */
static int letters_between(const char *word, int length, const char *other)
{
  enum { LONGEST = 32 };
  int row[LONGEST + 1], n = (int)strlen(other);
  if (n > LONGEST) return LONGEST;
  for (int j = 0; j <= n; j++)
    row[j] = j;
  for (int i = 0; i < length; i++) {
    int corner = row[0];
    row[0] = i + 1;
    for (int j = 0; j < n; j++) {
      int best = corner + (word[i] != other[j]);
      corner = row[j + 1];
      if (corner + 1 < best) best = corner + 1;
      if (row[j] + 1 < best) best = row[j] + 1;
      row[j + 1] = best;
    }
  }
  return row[n];
}

/* The option that a wrong one may stand for, by its letters or as the beginning
 * of it; NULL: none. */
static const char *option_meant(const char *wrong)
{
  enum { APART = 2, SHORT = 3 };
  const char *word = wrong + strspn(wrong, "-"), *meant = NULL;
  int length = (int)strcspn(word, "="), least = APART + 1;
  for (int i = 0; i < OPTIONS; i++) {
    const char *name = table[i].name + strspn(table[i].name, "-");
    bool begins = length >= SHORT && !strncmp(name, word, (size_t)length);
    int apart = begins ? 0 : letters_between(word, length, name);
    if (apart >= least || SHORT * apart > length) continue;
    least = apart;
    meant = table[i].name;
  }
  return meant;
}

static void __attribute__((noreturn)) option_unknown(const char *word)
{
  const char *meant = option_meant(word);
  if (meant)
    usage_error("unknown option %s: is %s meant? orielrun --help lists them",
                word, meant);
  usage_error("unknown option %s; orielrun --help lists them", word);
}

/* The option that `word` names, up to its '=' if it has one; NULL: none. */
static const struct option *find(const char *word, const char **inline_value)
{
  const char *equals = !strncmp(word, "--", 2) ? strchr(word, '=') : NULL;
  size_t length = equals ? (size_t)(equals - word) : strlen(word);
  *inline_value = equals ? equals + 1 : NULL;
  for (int i = 0; i < OPTIONS; i++) {
    const struct option *o = &table[i];
    if ((strlen(o->name) == length && !strncmp(o->name, word, length)) ||
        (o->other && !strcmp(o->other, word)))
      return o;
  }
  return NULL;
}

/* The value that follows an option: another option is none, or it would be lost
 * (behind = it is one), and nor is the end of the options. */
static const char *next_value(const struct option *o, const char *value)
{
  const char *of_other;
  if (!value || !strcmp(value, "--"))
    usage_error("%s: it takes %s, and none follows", o->name, o->takes);
  if (find(value, &of_other))
    usage_error("%s: it takes %s, not the option %s", o->name, o->takes, value);
  return value;
}

/* Options up to the program; the index of the program. */
static int parse_options(struct options *o, int at, int argc, char **argv)
{
  while (at < argc && argv[at][0] == '-') {
    const char *word = argv[at++], *value;
    if (!strcmp(word, "--")) break; /* the program is next */
    const struct option *option = find(word, &value);
    if (!option) option_unknown(word);
    if (!option->takes && value)
      usage_error("%s: it takes no value", option->name);
    if (option->takes && option->takes[0] != '[' && !value)
      value = next_value(option, argv[at++]); /* or the NULL behind all */
    if (option->takes && option->takes[0] != '[' && !*value)
      usage_error("%s: it takes %s, not an empty word", option->name,
                  option->takes);
    option->set(o, option->name, value);
  }
  return at;
}

/* What is nothing without --check. */
static void need_check(const struct options *o)
{
  const char *name = o->separate            ? "--memory-model separate"
                     : o->suppression_count ? "--suppressions"
                     : o->junit             ? "--junit"
                                            : NULL;
  if (name && !o->check) usage_error("%s: it goes with --check", name);
}

static void need_run(const char *name, const char *file,
                     const struct options *o)
{
  if (file && o->missing)
    usage_error("%s %s: --missing runs nothing that it could tell of", name,
                file);
}

/* The later one would replace the other. */
static void need_different(const char *name, const char *file,
                           const char *other, const char *other_file)
{
  if (file && other_file && whole_same(file, other_file))
    usage_error("%s %s: %s writes there, too; name another file", name, file,
                other);
}

static void need_unread(const char *name, const char *file, const char *what,
                        const char *other)
{
  if (file && other && whole_same(file, other))
    usage_error("%s %s: this is %s, which it would replace", name, file, what);
}

/* Nor what is read. */
static void need_result(const char *name, const char *file,
                        const struct options *o)
{
  need_unread(name, file, "--platform", o->platform);
  need_unread(name, file, "--hostfile", o->hostfile);
  for (int i = 0; i < o->app_count; i++)
    need_unread(name, file, "the program", o->apps[i].argv[0]);
  for (int i = 0; i < o->suppression_count; i++)
    need_unread(name, file, "--suppressions", o->suppressions[i]);
}

/* A value that stands where the program should. */
static void need_program(const char *before, const char *word)
{
  bool value = !strcmp(word, "strict") || !strcmp(word, "warn");
  if (value && !strcmp(before, "--check") && access(word, F_OK))
    usage_error("--check %s: there is no program %s; it takes its value as "
                "--check=%s",
                word, word, word);
}

void options_parse(int argc, char **argv, struct options *o)
{
  *o = (struct options){.patience = PATIENCE};
  int at = 1;
  do {
    o->apps = xgrow(o->apps, o->app_count, sizeof *o->apps);
    struct app *app = &o->apps[o->app_count];
    *app = (struct app){.ranks = 1};
    at = parse_options(o, at, argc, argv);
    app = &o->apps[o->app_count++];
    app->argv = &argv[at];
    while (at < argc && strcmp(argv[at], ":"))
      at++, app->argc++;
    if (!app->argc)
      usage_error("no program to run; orielrun --help tells how to name one");
    if (!*app->argv[0]) usage_error("the program's name is an empty word");
    need_program(app->argv[-1], app->argv[0]);
    if (at < argc) argv[at] = NULL; /* ends the program's own argv */
    o->ranks += app->ranks;
    if (o->ranks > RANKS_MAX)
      usage_error("-np: more than %d ranks in all", RANKS_MAX);
  } while (at++ < argc);
  if (!o->stack) o->stack = stack_default(o->ranks);
  need_check(o);
  need_run("--json", o->json, o);
  need_run("--junit", o->junit, o);
  need_run("--result", o->result, o);
  need_different("--json", o->json, "--junit", o->junit);
  need_different("--result", o->result, "--json", o->json);
  need_different("--result", o->result, "--junit", o->junit);
  need_result("--json", o->json, o);
  need_result("--junit", o->junit, o);
  need_result("--result", o->result, o);
}
