/* Reports as text, JSON and JUnit.
 *
 * Invariant: all three have the same reports in the same order; text leaves
 * out those that ended the run with a message of their own. */
#include "reports.h"
#include "json.h"
#include "utf8.h"
#include "whole.h"
#include "../model/check/report.h"
#include "../model/check/suppress.h"

#include <stdio.h>
#include <string.h>

/* --- text --- */

typedef void say_line(const char *format, ...);

/* Where many lines conflict with each other, each pair of them is a report. An
 * error is not left out for a warning. */
enum { PRINTED = 1000 };

struct printing {
  say_line *say;
  unsigned long reports[2], room[2]; /* of errors, of warnings */
};

static void count(const struct report *r, void *arg)
{
  struct printing *p = arg;
  p->reports[rule_about(r->rule)->warning] += !r->told;
}

static void print(const struct report *r, void *arg)
{
  struct printing *p = arg;
  unsigned long *room = &p->room[rule_about(r->rule)->warning];
  if (r->told || !*room) return;
  --*room;
  p->say("%s", report_text(r));
}

void reports_print(say_line *say)
{
  struct printing p = {.say = say, .room = {PRINTED}};
  report_each(count, &p);
  if (p.reports[0] < PRINTED) p.room[1] = PRINTED - p.reports[0];
  report_each(print, &p);
  unsigned long all = p.reports[0] + p.reports[1];
  if (all > PRINTED)
    say("oriel: %lu more report%s, which --json and --junit write\n",
        all - PRINTED, all - PRINTED == 1 ? "" : "s");
  suppress_unused(say);
}

/* --- JSON --- */

static void json_side(struct json *j, const struct report_side *s)
{
  json_item(j);
  json_string(j, "what", s->what);
  json_integer(j, "rank", (unsigned long)s->rank);
  if (s->strand) json_integer(j, "thread", (unsigned long)s->strand);
  if (s->later) json_integer(j, "later", 1);
  if (s->place) json_string(j, "place", s->place);
  if (*s->note) json_string(j, "note", s->note);
  if (s->state) json_string(j, "state", s->state);
  json_end(j);
}

static void json_report(const struct report *r, void *arg)
{
  struct json *j = arg;
  const struct rule_about *about = rule_about(r->rule);
  char section[64];
  json_item(j);
  json_string(j, "rule", about->name);
  json_string(j, "severity", about->warning ? "warning" : "error");
  json_integer(j, "count", r->count);
  json_number(j, "date", r->date);
  json_string(j, "headline", r->headline);
  json_begin_list(j, "sides");
  for (int i = 0; i < r->sides; i++)
    json_side(j, &r->side[i]);
  json_end_list(j);
  if (*r->advice) json_string(j, "advice", r->advice);
  if (report_section(r, section, sizeof section))
    json_string(j, "section", section);
  json_end(j);
}

void reports_json(struct json *j)
{
  struct report_totals totals = report_totals();
  json_begin_list(j, "reports");
  report_each(json_report, j);
  json_end_list(j);
  json_integer(j, "suppressed", totals.suppressed);
}

/* --- JUnit --- */

/* XML 1.0 has no control characters but these, and not the last two of the
 * first plane. */
static bool is_of_xml(const char *text)
{
  if ((unsigned char)*text < 0x20) return *text == '\n' || *text == '\t';
  return strncmp(text, "\xef\xbf\xbe", 3) && strncmp(text, "\xef\xbf\xbf", 3);
}

static void put_text(FILE *out, const char *text)
{
  static const struct {
    char c;
    const char *entity;
  } entities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
  while (*text) {
    const char *entity = is_of_xml(text) ? NULL : " ";
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
      if (*text == entities[i].c) entity = entities[i].entity;
    if (!entity) {
      text = utf8_put(text, out);
      continue;
    }
    fputs(entity, out);
    text += utf8_length(text);
  }
}

struct cases {
  FILE *out;
  const struct junit *run;
  enum rule rule;                /* whose reports are written */
  bool found;                    /* there was one */
  unsigned long count, failures; /* of cases */
};

static void begin_case(const struct cases *c, const char *name,
                       const struct report *r)
{
  fputs("  <testcase classname=\"", c->out);
  put_text(c->out, c->run->program);
  fputs("\" name=\"", c->out);
  put_text(c->out, name);
  for (int i = 0; r && i < r->sides; i++) {
    fputc(' ', c->out);
    put_text(c->out, r->side[i].place ? r->side[i].place : "?");
  }
}

static bool fails(const struct cases *c, const struct report *r)
{
  return c->run->warnings || !rule_about(r->rule)->warning;
}

static void write_case(const struct report *r, void *arg)
{
  struct cases *c = arg;
  if (r->rule != c->rule) return;
  bool failure = fails(c, r);
  c->found = true;
  begin_case(c, rule_about(r->rule)->name, r);
  if (failure) {
    fprintf(c->out, "\">\n    <failure type=\"%s\" message=\"",
            rule_about(r->rule)->name);
    put_text(c->out, r->headline);
    fputs("\">", c->out);
  } else {
    fputs("\">\n    <system-out>", c->out);
  }
  put_text(c->out, report_text(r));
  fputs(failure ? "</failure>\n" : "</system-out>\n", c->out);
  fputs("  </testcase>\n", c->out);
}

static void write_rules(struct cases *c)
{
  for (c->rule = 0; c->rule < RULES; c->rule++) {
    c->found = false;
    report_each(write_case, c);
    if (c->found) continue;
    begin_case(c, rule_about(c->rule)->name, NULL);
    fputs("\"/>\n", c->out);
  }
}

static void write_end(const struct cases *c)
{
  begin_case(c, "the program's exit code", NULL);
  if (!c->run->failed) {
    fputs("\"/>\n", c->out);
    return;
  }
  fputs("\">\n    <failure type=\"exit\" message=\"", c->out);
  put_text(c->out, c->run->failed);
  fputs("\"/>\n  </testcase>\n", c->out);
}

/* The cases are counted before they are written. */
static void count_case(const struct report *r, void *arg)
{
  struct cases *c = arg;
  if (r->rule != c->rule) return;
  c->found = true;
  c->count++;
  c->failures += fails(c, r);
}

static void count_rules(struct cases *c)
{
  for (c->rule = 0; c->rule < RULES; c->rule++) {
    c->found = false;
    report_each(count_case, c);
    c->count += !c->found;
  }
  c->count++;
  c->failures += c->run->failed != NULL;
}

static void write_suite(FILE *out, const struct junit *run)
{
  struct cases c = {.out = out, .run = run};
  count_rules(&c);
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites>\n<testsuite name=\"oriel ",
        out);
  put_text(out, run->program);
  fprintf(out,
          "\" tests=\"%lu\" failures=\"%lu\" errors=\"0\" time=\"%.9f\">\n",
          c.count, c.failures, run->time);
  write_rules(&c);
  write_end(&c);
  fputs("</testsuite>\n</testsuites>\n", out);
}

int reports_junit(const char *path, const struct junit *run, char *why,
                  size_t size)
{
  struct whole_file file;
  if (!whole_open(&file, path)) {
    write_suite(file.file, run);
    if (!whole_close(&file)) return 0;
  }
  return whole_refused(path, why, size);
}
