/* Looks for the attributes and the element by which a platform file names a
 * profile, a file of dates and figures, for settings of SimGrid, and for
 * dragonflies that SimGrid would write and read beyond its arrays for. Whether
 * the file is well-formed is SimGrid's to say: what is not understood ends the
 * search. */
#include "profiles.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { VALUE = 128 };

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

/* The name that begins here, or "". That of a comment or an instruction ends
 * where its text begins, blank or not. */
static void read_name(struct reader *r, char name[32])
{
  size_t n = 0;
  memset(name, 0, 32);
  for (; r->next != EOF && !strchr(" \t\r\n=<>/\"'", r->next); step(r)) {
    if (!strcmp(name, "!--") || !strcmp(name, "?")) return;
    if (n < 31) name[n++] = (char)r->next;
  }
}

/* The value of the attribute whose name was read, or "". */
static void read_value(struct reader *r, char value[VALUE])
{
  size_t n = 0;
  skip_space(r);
  if (r->next == '=') step(r);
  skip_space(r);
  int mark = r->next;
  if (mark == '"' || mark == '\'') {
    for (step(r); r->next != EOF && r->next != mark; step(r))
      if (n < VALUE - 1) value[n++] = (char)r->next;
    step(r);
  }
  value[n] = 0;
}

/* Group g is joined to the others by router g of the first chassis of each. (No
 * other topology's parameters are written so.) */
static bool dragonfly_refused(const char *parameters, char *why, size_t size)
{
  int groups, routers, end = 0;
  sscanf(parameters, " %d , %*d ; %*d , %*d ; %d , %*d ; %*d%n", &groups,
         &routers, &end);
  if (!end || groups <= routers) return false;
  snprintf(why, size,
           "topo_parameters: a dragonfly of %d groups needs as many routers in "
           "each chassis, and has %d: fewer groups, or more routers",
           groups, routers);
  return true;
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
 * are comments, instructions, the values of attributes, and other marks. */
static int next_name(struct reader *r, char name[32])
{
  for (;;) {
    skip_space(r);
    int mark = r->next;
    if (mark == EOF) return 0;
    read_name(r, name);
    if (!strcmp(name, "!--"))
      skip_through(r, "-->");
    else if (*name == '?')
      skip_through(r, "?>");
    else if (*name)
      return 1;
    else if (mark == '"' || mark == '\'') {
      step(r);
      skip_through(r, mark == '"' ? "\"" : "'");
    } else
      step(r);
  }
}

static bool refused(struct reader *r, const char *name, char *why, size_t size)
{
  char value[VALUE];
  const char *refusal = refusal_of(name);
  if (refusal) {
    snprintf(why, size, "%s: %s", name, refusal);
    return true;
  }
  if (strcmp(name, "topo_parameters")) return false;
  read_value(r, value);
  return dragonfly_refused(value, why, size);
}

int profiles_find(const char *path, char *why, size_t size)
{
  struct reader r = {.file = fopen(path, "r"), .line = 1};
  bool found = false;
  char name[32];
  if (!r.file) return 0;
  for (step(&r); !found && next_name(&r, name);)
    found = refused(&r, name, why, size);
  if (!found && ferror(r.file)) { /* SimGrid would end the process */
    found = true;
    snprintf(why, size, "the platform cannot be read: %s", strerror(errno));
  }
  fclose(r.file);
  return found ? r.line : 0;
}
