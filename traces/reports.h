/* What the checker found, written down: as text, as JSON, as JUnit's XML. */
#ifndef ORIEL_REPORTS_H
#define ORIEL_REPORTS_H

#include <stdbool.h>
#include <stddef.h>

struct json;

/* Print the reports that no other message has told, the first ones of very many
 * and the number of the rest, and suppressions that hid nothing. */
void reports_print(void (*say)(const char *format, ...));

/* Members "reports" and "suppressed" of the open object. */
void reports_json(struct json *);

struct junit {
  const char *program; /* its name, without folders */
  const char *failed;  /* how the run failed by itself; NULL: it did not */
  bool warnings;       /* are failures, too */
  double time;         /* simulated */
};

/* A test case for each rule that holds and for each report. -1 and a line in
 * `why` on failure; then nothing is left. */
int reports_junit(const char *path, const struct junit *, char *why,
                  size_t size);

#endif
