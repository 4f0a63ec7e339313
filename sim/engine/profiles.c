/* Looks for the attributes and the element by which a platform file names a
 * profile, a file of dates and figures, and for settings of SimGrid. Whether
 * the file is well-formed is SimGrid's to say: what is not understood ends the
 * search. */
#include "profiles.h"

#include <stdio.h>
#include <string.h>

struct reader {
  FILE *file;
  int next; /* character, or EOF */
  int line; /* its line */
};

static void step(struct reader *r)
{
  if (r->next == '\n') r->line++;
  r->next = getc(r->file);
}

static void skip_space(struct reader *r)
{
  while (r->next != EOF && strchr(" \t\r\n", r->next))
    step(r);
}

/* Go behind the text. */
static void skip_through(struct reader *r, const char *end)
{
  size_t n = strlen(end);
  char last[4] = "";
  while (r->next != EOF && strcmp(last, end)) {
    if (strlen(last) == n) memmove(last, last + 1, n);
    last[strlen(last) + 1] = 0;
    last[strlen(last)] = (char)r->next;
    step(r);
  }
}

/* The name that begins here, or "". */
static void read_name(struct reader *r, char name[32])
{
  size_t n = 0;
  for (; r->next != EOF && !strchr(" \t\r\n=<>/\"'", r->next); step(r))
    if (n < 31) name[n++] = (char)r->next;
  name[n] = 0;
}

/* What is wrong with it; NULL: nothing. */
static const char *refusal_of(const char *name)
{
  static const char *const names[] = {"availability_file", "speed_file",
                                      "state_file",        "bandwidth_file",
                                      "latency_file",      "trace_connect"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return "hosts and links that change with time are not simulated";
  if (!strcmp(name, "config"))
    return "settings of SimGrid have no effect; Oriel's are properties of the "
           "outermost zone, as oriel:gap";
  return NULL;
}

/* The next name of an element or attribute, 0 behind the last. Between them
 * are comments, the values of attributes, and other marks. */
static int next_name(struct reader *r, char name[32])
{
  for (;;) {
    skip_space(r);
    int mark = r->next;
    if (mark == EOF) return 0;
    read_name(r, name);
    if (!strcmp(name, "!--"))
      skip_through(r, "-->");
    else if (*name)
      return 1;
    else if (mark == '"' || mark == '\'') {
      step(r);
      skip_through(r, mark == '"' ? "\"" : "'");
    } else
      step(r);
  }
}

int profiles_find(const char *path, char *why, size_t size)
{
  struct reader r = {.file = fopen(path, "r"), .line = 1};
  const char *refusal = NULL;
  char name[32];
  if (!r.file) return 0;
  for (step(&r); !refusal && next_name(&r, name);)
    refusal = refusal_of(name);
  fclose(r.file);
  if (refusal) snprintf(why, size, "%s: %s", name, refusal);
  return refusal ? r.line : 0;
}
