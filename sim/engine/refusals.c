/* Looks for the attributes and the element by which a platform file names a
 * profile, a file of dates and figures, for settings of SimGrid, for
 * dragonflies that SimGrid would write and read beyond its arrays for, for
 * figures that it would take for others, and for what it would leave out
 * without a word: hosts for which a topology has no place, a property that is
 * given again. Whether the file is well-formed is SimGrid's to say: what is not
 * understood ends the search. */
#include "refusals.h"

#include "../../model/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GIVEN = 64 };

struct reader {
  FILE *file;
  int next;              /* character, or EOF */
  int line;              /* its line */
  double named, places;  /* hosts of the cluster so far; 0: not read */
  bool shaped;           /* it has a topology */
  char given[GIVEN][64]; /* our properties of the element so far */
  int given_count;
  bool in_property;
  char *value; /* of the last attribute that was read */
  size_t length, room;
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

static void value_add(struct reader *r, int c)
{
  GROW(r->value, r->length, r->room, 256);
  r->value[r->length++] = (char)c;
}

/* The value of the attribute whose name was read, or "". */
static const char *read_value(struct reader *r)
{
  r->length = 0;
  skip_space(r);
  if (r->next == '=') step(r);
  skip_space(r);
  int mark = r->next;
  if (mark == '"' || mark == '\'') {
    for (step(r); r->next != EOF && r->next != mark; step(r))
      value_add(r, r->next);
    step(r);
  }
  value_add(r, 0);
  return r->value;
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

/* --- hosts that a topology has no place for, or memory --- */

/* With 3 KB each, measured, they take 50 GB, and minutes to be made. */
enum { HOSTS_MOST = 1 << 24 };

/* "0-7,9": how many. 0: not so. */
static double hosts_named(const char *radical)
{
  double n = 0;
  char *at = (char *)radical;
  for (bool more = true; more; more = *at++ == ',') {
    long from = strtol(at, &at, 10), to = from;
    if (*at == '-') to = strtol(at + 1, &at, 10);
    n += (double)to - (double)from + 1;
  }
  return at[-1] ? 0 : n;
}

/* Of numbers with commas between. */
static double product(const char *text)
{
  double n = 1;
  char *at = (char *)text;
  for (bool more = true; more; more = *at++ == ',')
    n *= (double)strtol(at, &at, 10);
  return n;
}

/* A torus's parameters are its extents; a fat tree's its levels, then what each
 * has below it, and more; a dragonfly's groups, chassis, routers, and hosts of
 * a router, all but these with their links. */
static double hosts_placed(const char *parameters)
{
  const char *at = parameters, *next = strchr(at, ';');
  if (!next) return product(at);
  if (!memchr(at, ',', (size_t)(next - at))) return product(next + 1);
  double n = 1;
  for (;; at = next + 1) {
    n *= (double)strtol(at, NULL, 10);
    next = strchr(at, ';');
    if (!next) return n;
  }
}

static bool extents_refused(const char *parameters, char *why, size_t size)
{
  if (!strchr(parameters, '-')) return false;
  snprintf(why, size, "topo_parameters=\"%s\": none of them is negative",
           parameters);
  return true;
}

static bool cluster_refused(const struct reader *r, char *why, size_t size)
{
  double most = r->named > r->places ? r->named : r->places;
  if (most > HOSTS_MOST) {
    snprintf(why, size,
             "%s %.0f hosts, of 3 KB each; a cluster may have up to %d",
             most == r->named ? "radical names" : "topo_parameters make", most,
             HOSTS_MOST);
    return true;
  }
  if (!r->shaped || r->places <= 0 || r->named <= r->places) return false;
  snprintf(why, size,
           "radical names %.0f hosts, and topo_parameters have places for %.0f",
           r->named, r->places);
  return true;
}

/* --- properties that are given again --- */

static bool given_again(struct reader *r, const char *id, char *why,
                        size_t size)
{
  if (strncmp(id, "oriel:", 6)) return false;
  for (int i = 0; i < r->given_count; i++) {
    if (strcmp(r->given[i], id)) continue;
    snprintf(why, size, "property %s is given twice", id);
    return true;
  }
  if (r->given_count < GIVEN && strlen(id) < sizeof *r->given)
    strcpy(r->given[r->given_count++], id);
  return false;
}

/* --- what is refused --- */

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

/* --- figures without a unit --- */

static const struct figure {
  const char *name, *unit, *other; /* SimGrid's own, and what is usual */
} figures[] = {{"speed", "f", "Gf"},        {"bandwidth", "Bps", "GBps"},
               {"latency", "s", "us"},      {"bw", "Bps", "GBps"},
               {"lat", "s", "us"},          {"bb_bw", "Bps", "GBps"},
               {"bb_lat", "s", "us"},       {"loopback_bw", "Bps", "GBps"},
               {"loopback_lat", "s", "us"}, {"bw_in", "Bps", "GBps"},
               {"bw_out", "Bps", "GBps"},   {NULL, NULL, NULL}};

static const struct figure *figure_named(const char *name)
{
  const struct figure *f = figures;
  while (f->name && strcmp(f->name, name))
    f++;
  return f->name ? f : NULL;
}

/* SimGrid takes it in flops, bytes and seconds, with a warning. A host may have
 * several speeds, with commas between. */
static bool figure_refused(const struct figure *f, const char *value, char *why,
                           size_t size)
{
  for (const char *at = value; *at; at += strspn(at, ",")) {
    char *end;
    double number = strtod(at, &end);
    int n = (int)strcspn(at, ",");
    if (end == at + n && end > at && number != 0) {
      snprintf(why, size, "%s=\"%s\" has no unit; write %.*s%s, or %.*s%s",
               f->name, value, n, at, f->unit, n, at, f->other);
      return true;
    }
    at += n;
  }
  return false;
}

/* An attribute whose value matters. */
static bool value_refused(struct reader *r, const char *name, char *why,
                          size_t size)
{
  const struct figure *figure = figure_named(name);
  const char *value = read_value(r);
  if (!strcmp(name, "id")) return given_again(r, value, why, size);
  if (figure) return figure_refused(figure, value, why, size);
  if (!strcmp(name, "radical")) r->named = hosts_named(value);
  if (!strcmp(name, "topology")) r->shaped = strcmp(value, "FLAT");
  if (!strcmp(name, "topo_parameters")) {
    r->places = hosts_placed(value);
    if (extents_refused(value, why, size)) return true;
    if (dragonfly_refused(value, why, size)) return true;
  }
  return cluster_refused(r, why, size);
}

static bool refused(struct reader *r, const char *name, char *why, size_t size)
{
  const char *refusal = refusal_of(name);
  if (refusal) {
    snprintf(why, size, "%s: %s", name, refusal);
    return true;
  }
  if (!strcmp(name, "prop")) r->in_property = true;
  if (!strcmp(name, "cluster") || !strcmp(name, "cabinet"))
    r->named = r->places = r->shaped = 0;
  bool known = !strcmp(name, "radical") || !strcmp(name, "topology") ||
               !strcmp(name, "topo_parameters") || figure_named(name);
  if (known || (r->in_property && !strcmp(name, "id")))
    return value_refused(r, name, why, size);
  if (strcmp(name, "prop") && strcmp(name, "value")) /* of another element */
    r->given_count = r->in_property = 0;
  return false;
}

int refusals_find(const char *path, char *why, size_t size)
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
  free(r.value);
  return found ? r.line : 0;
}
