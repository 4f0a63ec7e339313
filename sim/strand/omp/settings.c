/* The environment variables of OpenMP. */
#include "settings.h"

#include "../crew.h"

#include "../../exit.h"
#include "../../image/libc.h"
#include "../../rank/streams.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A variable of the rank's environment, which the program may have changed. */
static const char *variable(const char *name)
{
  char *(*get)(const char *) =
      (char *(*)(const char *))libc_function("getenv", false);
  return get(name);
}

static const char *skip_space(const char *text)
{
  while (isspace((unsigned char)*text))
    text++;
  return text;
}

/* A positive number, and what follows it; 0: there is none. */
static long number(const char **text)
{
  char *end;
  long n = strtol(*text, &end, 10);
  if (end == *text || n < 1) return 0;
  *text = skip_space(end);
  return n < INT_MAX ? n : INT_MAX;
}

static int one_number(const char *name, int otherwise)
{
  const char *text = variable(name);
  long n = text ? number(&text) : 0;
  return n && !*text ? (int)n : otherwise;
}

static bool is_true(const char *name)
{
  const char *text = variable(name);
  return text && strncasecmp(skip_space(text), "true", 4) == 0;
}

/* More would only end for want of memory. */
static void check_threads(long n, const struct rank_settings *r)
{
  if (n <= THREADS_MOST || r->thread_limit <= THREADS_MOST) return;
  streams_say("oriel: %s: OMP_NUM_THREADS=%s: a team has at most %d threads\n",
              strand_label(self), variable("OMP_NUM_THREADS"), THREADS_MOST);
  run_end(EXIT_USAGE);
}

static void read_threads(struct rank_settings *r)
{
  const char *text = variable("OMP_NUM_THREADS");
  while (text && r->listed_count < LEVELS_LISTED) {
    long n = number(&text);
    if (!n) break;
    check_threads(n, r);
    r->listed[r->listed_count++] = (int)n;
    if (*text != ',') break;
    text++;
  }
}

/* "[monotonic:|nonmonotonic:]kind[,chunk]" */
static void read_schedule(struct settings *s)
{
  static const char *const kinds[] = {"static", "dynamic", "guided", "auto"};
  const char *text = variable("OMP_SCHEDULE");
  if (!text) return;
  text = skip_space(text);
  s->monotonic = strncasecmp(text, "monotonic", 9) == 0;
  const char *colon = strchr(text, ':');
  if (colon) text = skip_space(colon + 1);
  for (int k = 0; k < 4; k++) {
    size_t n = strlen(kinds[k]);
    if (strncasecmp(text, kinds[k], n) != 0) continue;
    s->schedule = (enum schedule)(SCHEDULE_STATIC + k);
    s->chunk = 0;
    text = skip_space(text + n);
    if (*text++ == ',') s->chunk = number(&text);
    return;
  }
}

/* A size in KiB, or with one of B, K, M, G. */
static size_t read_stack(void)
{
  const char *text = variable("OMP_STACKSIZE");
  size_t n = text ? (size_t)number(&text) : 0;
  switch (n ? toupper((unsigned char)*text) : 0) {
  case 'B':
    return n;
  case 'M':
    return n << 20;
  case 'G':
    return n << 30;
  default:
    return n << 10;
  }
}

void settings_read(struct settings *s, struct rank_settings *r)
{
  *r = (struct rank_settings){.listed_count = 0};
  r->thread_limit = one_number("OMP_THREAD_LIMIT", INT_MAX);
  read_threads(r);
  r->stack = read_stack();
  *s = (struct settings){.threads =
                             r->listed_count ? r->listed[0] : crew_cores(self),
                         .dynamic = is_true("OMP_DYNAMIC"),
                         .schedule = SCHEDULE_DYNAMIC,
                         .chunk = 1};
  read_schedule(s);
  int levels = r->listed_count > 1 ? r->listed_count : 1;
  if (is_true("OMP_NESTED")) levels = LEVELS_MAX;
  s->max_levels = one_number("OMP_MAX_ACTIVE_LEVELS", levels);
}
