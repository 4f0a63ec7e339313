/* The results of simulations that a test has run.
 *
 * Invariant: all texts of a result lie in the two files' contents and the
 * result file's, which it owns. */
#include "result.h"

#include "../plain_locale.h"
#include "../../model/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct held {
  struct oriel_result result;
  char *output, *errors, *lines;
  struct oriel_report *reports;
};

/* The file's contents, with a 0 behind, and how many bytes they are. */
static char *contents(FILE *f, size_t *bytes)
{
  size_t size = 0, room = 4096;
  char *text = xmalloc(room);
  rewind(f);
  for (size_t n; (n = fread(text + size, 1, room - size - 1, f)) > 0;) {
    size += n;
    if (room - size < 2) text = xrealloc(text, room *= 2);
  }
  text[size] = 0;
  *bytes = size;
  return text;
}

/* Cut the next field off. */
static char *field(char **line)
{
  char *tab = strchr(*line, '\t'), *text = *line;
  *line = tab ? tab + 1 : text + strlen(text);
  if (tab) *tab = 0;
  return text;
}

static void add_report(struct held *h, char *line)
{
  int n = h->result.report_count++;
  h->reports = xgrow(h->reports, n, sizeof *h->reports);
  struct oriel_report *r = &h->reports[n];
  r->rule = field(&line);
  r->warning = strcmp(field(&line), "warning") == 0;
  r->count = strtoul(field(&line), NULL, 10);
  r->headline = field(&line);
  for (int i = 0; i < 2; i++) {
    r->what[i] = field(&line);
    r->place[i] = field(&line);
  }
}

static void read_line(struct held *h, char *line)
{
  const char *name = field(&line);
  locale_t program = plain_locale_enter();
  if (!strcmp(name, "time")) h->result.time = strtod(line, NULL);
  plain_locale_leave(program);
  if (!strcmp(name, "report")) add_report(h, line);
}

struct oriel_result *result_read(int exit_code, FILE *output, FILE *errors,
                                 FILE *lines)
{
  size_t size;
  struct held *h = xcalloc(1, sizeof *h);
  plain_locale_open();
  h->result.exit_code = exit_code;
  h->result.time = -1;
  h->result.output = h->output = contents(output, &h->result.output_size);
  h->result.errors = h->errors = contents(errors, &h->result.errors_size);
  h->lines = contents(lines, &size);
  for (char *line = h->lines; line && *line;) {
    char *end = strchr(line, '\n');
    if (end) *end = 0;
    read_line(h, line);
    line = end ? end + 1 : NULL;
  }
  h->result.reports = h->reports;
  return &h->result;
}

EXPORT void oriel_result_free(struct oriel_result *r)
{
  if (!r) return;
  struct held *h = container_of(r, struct held, result);
  free(h->output);
  free(h->errors);
  free(h->lines);
  free(h->reports);
  free(h);
}

/* A number is whole: halo.c:4 is not where halo.c:42 is. */
static int begins(const char *text, const char *with)
{
  size_t n = with ? strlen(with) : 0;
  if (n == 0) return 1;
  if (strncmp(text, with, n) != 0) return 0;
  return !isdigit((unsigned char)with[n - 1]) ||
         !isdigit((unsigned char)text[n]);
}

EXPORT int oriel_result_has(const struct oriel_result *r, const char *rule,
                            const char *place, const char *other)
{
  for (int i = 0; i < r->report_count; i++) {
    const struct oriel_report *p = &r->reports[i];
    if (rule && strcmp(p->rule, rule)) continue;
    if (begins(p->place[0], place) && begins(p->place[1], other)) return 1;
    if (begins(p->place[1], place) && begins(p->place[0], other)) return 1;
  }
  return 0;
}

EXPORT const char *oriel_result_text(const struct oriel_result *r)
{
  static char text[8192];
  int n = snprintf(text, sizeof text,
                   "The simulation ended with exit code %d after %.9g s "
                   "(simulated), and %d report%s.\n",
                   r->exit_code, r->time, r->report_count,
                   r->report_count == 1 ? "" : "s");
  snprintf(text + n, sizeof text - n, "%s", r->errors);
  return text;
}
