/* The environment variables of OpenMP. */
#include "settings.h"

#include "../crew.h"

#include "../../exit.h"
#include "../../image/libc.h"
#include "../../rank/streams.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *skip_space(const char *text)
{
  while (isspace((unsigned char)*text))
    text++;
  return text;
}

/* A variable of the rank's environment, which the program may have changed,
 * behind blanks; NULL: there is none, or it is empty. */
static const char *variable(const char *name)
{
  char *(*get)(const char *) =
      (char *(*)(const char *))libc_function("getenv", false);
  const char *text = get(name);
  return text && *skip_space(text) ? skip_space(text) : NULL;
}

static void refuse(const char *name, const char *why)
{
  streams_say("oriel: %s: %s=%s: %s\n", strand_label(self), name,
              variable(name), why);
  run_end(EXIT_USAGE);
}

/* A number and the blanks behind it; -1: there is none. */
static long number(const char **text)
{
  char *end;
  long n = strtol(*text, &end, 10);
  if (end == *text || n < 0) return -1;
  *text = skip_space(end);
  return n < INT_MAX ? n : INT_MAX;
}

/* The word and the blanks behind it, if it is the next one. */
static bool word(const char **text, const char *expected)
{
  size_t n = strlen(expected);
  if (strncasecmp(*text, expected, n) || isalnum((unsigned char)(*text)[n]))
    return false;
  *text = skip_space(*text + n);
  return true;
}

static int one_number(const char *name, int least, int otherwise)
{
  const char *text = variable(name);
  if (!text) return otherwise;
  long n = number(&text);
  if (n < least || *text)
    refuse(name, least ? "it takes a number above 0"
                       : "it takes a number that is not negative");
  return (int)n;
}

/* OpenMP has true and false; that the others are taken, too, is known of LLVM's
 * library. */
static bool is_true_of(const char *name, const char *takes)
{
  static const char *const words[][2] = {
      {"false", "true"}, {"0", "1"}, {"no", "yes"}, {"off", "on"}};
  const char *text = variable(name);
  int is = text ? -1 : 0;
  for (int i = 0; is < 0 && i < 4; i++)
    is = word(&text, words[i][0]) ? 0 : word(&text, words[i][1]) ? 1 : -1;
  if (is < 0 || (text && *text)) refuse(name, takes);
  return is;
}

static bool is_true(const char *name)
{
  return is_true_of(name, "it takes true or false");
}

/* More would only end for want of memory. */
static void check_threads(const char *name, long n,
                          const struct rank_settings *r)
{
  char why[64];
  if (n <= THREADS_MOST || r->thread_limit <= THREADS_MOST) return;
  snprintf(why, sizeof why, "a team has at most %d threads", THREADS_MOST);
  refuse(name, why);
}

/* "N", or by level "N,N..." */
static void read_threads(struct rank_settings *r)
{
  const char *name = "OMP_NUM_THREADS", *text = variable(name);
  while (text) {
    long n = number(&text);
    bool more = *text == ',';
    if (n < 1 || (*text && !more))
      refuse(name, "it takes a number above 0, or by level as 4,2");
    check_threads(name, n, r);
    if (r->listed_count < LEVELS_LISTED) r->listed[r->listed_count++] = (int)n;
    text = more ? text + 1 : NULL;
  }
}

static const char *const kinds[] = {"static", "dynamic", "guided", "auto"};

/* The kind that is next; 0: none is. */
static enum schedule read_kind(const char **text)
{
  for (int k = 0; k < 4; k++)
    if (word(text, kinds[k])) return (enum schedule)(SCHEDULE_STATIC + k);
  return (enum schedule)0;
}

/* "[monotonic:|nonmonotonic:]kind[,chunk]" */
static void read_schedule(struct settings *s)
{
  const char *name = "OMP_SCHEDULE", *text = variable(name);
  if (!text) return;
  s->monotonic = word(&text, "monotonic");
  bool modified = s->monotonic || word(&text, "nonmonotonic");
  bool good = !modified || *text == ':';
  if (modified && good) text = skip_space(text + 1);
  s->schedule = read_kind(&text);
  s->chunk = 0;
  if (*text == ',') {
    text++;
    s->chunk = number(&text);
  }
  if (!good || !s->schedule || s->chunk < 0 || *text)
    refuse(name, "it takes static, dynamic, guided or auto, as dynamic,4 or "
                 "monotonic:dynamic");
}

/* Of a size, as a shift; KiB if there is none. LLVM's library takes MB for M,
 * too. */
static int read_unit(const char **text)
{
  static const char *const units[][2] = {
      {"B", "B"}, {"K", "KB"}, {"M", "MB"}, {"G", "GB"}, {"T", "TB"}};
  for (int i = 0; i < 5; i++)
    if (word(text, units[i][0]) || word(text, units[i][1])) return 10 * i;
  return 10;
}

/* 0: not given. */
static size_t read_stack(void)
{
  enum { SHIFT_MOST = 40 };
  const char *name = "OMP_STACKSIZE", *text = variable(name);
  if (!text) return 0;
  long n = number(&text);
  int shift = read_unit(&text);
  if (n < 1 || *text || n > 1l << (SHIFT_MOST - shift))
    refuse(name, "it takes a size, at most 1024G, as 512, 64K or 1M");
  return (size_t)n << shift;
}

/* --- shown --- */

static void show(const char *name, const char *format, ...)
{
  va_list args;
  fprintf(stderr, "  [host] %s='", name);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputs("'\n", stderr);
}

static void show_threads(const struct settings *s,
                         const struct rank_settings *r)
{
  fprintf(stderr, "  [host] OMP_NUM_THREADS='%d", s->threads);
  for (int i = 1; i < r->listed_count; i++)
    fprintf(stderr, ",%d", r->listed[i]);
  fputs("'\n", stderr);
}

static void show_schedule(const struct settings *s)
{
  char chunk[32] = "";
  if (s->chunk) snprintf(chunk, sizeof chunk, ",%ld", s->chunk);
  show("OMP_SCHEDULE", "%s%s%s", s->monotonic ? "monotonic:" : "",
       kinds[s->schedule - SCHEDULE_STATIC], chunk);
}

void settings_show(const struct settings *s, const struct rank_settings *r)
{
  enum { VERSION = 201511 }; /* that gcc and clang have as _OPENMP, or later */
  fprintf(stderr, "OPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP='%d'\n",
          VERSION);
  show("OMP_CANCELLATION", "FALSE");
  show("OMP_DYNAMIC", s->dynamic ? "TRUE" : "FALSE");
  show("OMP_MAX_ACTIVE_LEVELS", "%d", s->max_levels);
  show("OMP_MAX_TASK_PRIORITY", "%d", r->max_priority);
  show_threads(s, r);
  show_schedule(s);
  if (r->stack) show("OMP_STACKSIZE", "%zuB", r->stack);
  show("OMP_THREAD_LIMIT", "%d", r->thread_limit);
  fputs("OPENMP DISPLAY ENVIRONMENT END\n", stderr);
}

/* --- all of them --- */

static bool is_to_be_shown(void)
{
  const char *name = "OMP_DISPLAY_ENV", *text = variable(name);
  if (text && word(&text, "verbose") && !*text) return true;
  return is_true_of(name, "it takes true, false or verbose");
}

void settings_read(struct settings *s, struct rank_settings *r)
{
  enum { BLOCK_TIME = 200 }; /* LLVM's */
  *r = (struct rank_settings){.block_time = BLOCK_TIME};
  r->thread_limit = one_number("OMP_THREAD_LIMIT", 1, INT_MAX);
  read_threads(r);
  r->stack = read_stack();
  r->max_priority = one_number("OMP_MAX_TASK_PRIORITY", 0, 0);
  *s = (struct settings){.threads =
                             r->listed_count ? r->listed[0] : crew_cores(self),
                         .dynamic = is_true("OMP_DYNAMIC"),
                         .schedule = SCHEDULE_DYNAMIC,
                         .chunk = 1};
  read_schedule(s);
  int levels = r->listed_count > 1 ? r->listed_count : 1;
  if (is_true("OMP_NESTED")) levels = LEVELS_MAX;
  s->max_levels = one_number("OMP_MAX_ACTIVE_LEVELS", 0, levels);
  if (is_to_be_shown()) settings_show(s, r);
}
