/* The result file: one line for each fact. Invariant: no field holds a tab or
 * a line's end. */
#include "result.h"
#include "whole.h"
#include "../model/check/report.h"

#include <stdio.h>

static void put_field(FILE *out, const char *text)
{
  fputc('\t', out);
  for (; text && *text; text++)
    fputc(*text == '\t' || *text == '\n' ? ' ' : *text, out);
}

static void put_report(const struct report *r, void *arg)
{
  FILE *out = arg;
  const struct rule_about *about = rule_about(r->rule);
  fputs("report", out);
  put_field(out, about->name);
  put_field(out, about->warning ? "warning" : "error");
  fprintf(out, "\t%lu", r->count);
  put_field(out, r->headline);
  for (int i = 0; i < 2; i++) {
    put_field(out, i < r->sides ? r->side[i].what : NULL);
    put_field(out, i < r->sides ? r->side[i].place : NULL);
  }
  fputc('\n', out);
}

int result_write(const char *path, double time, char *why, size_t size)
{
  struct whole_file file;
  if (whole_open(&file, path)) return whole_refused(path, why, size);
  fprintf(file.file, "time\t%.17g\n", time);
  report_each(put_report, file.file);
  return whole_close(&file) ? whole_refused(path, why, size) : 0;
}
