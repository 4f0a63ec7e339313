/* Reports, in a hash table by what makes them equal.
 *
 * Invariant: each is in the table once; order of the table decides nothing,
 * since what is shown is sorted by date and number. All of it is there still
 * when a program has overwritten the heap. */
#include "report.h"
#include "suppress.h"
#include "../hash.h"
#include "../memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  struct report **slots; /* lists */
  size_t size, count;
  unsigned long added;
} table;

/* --- equality --- */

struct key {
  enum rule rule;
  const char *what[2], *place[2]; /* "" where there is none */
};

static const char *text_or_none(const char *text)
{
  return text ? text : "";
}

static int compare_sides(const struct key *k, int i, const struct key *l, int j)
{
  int order = strcmp(k->place[i], l->place[j]);
  return order ? order : strcmp(k->what[i], l->what[j]);
}

static struct key key_make(enum rule rule, const char *what, const char *place,
                           const char *other, const char *other_place)
{
  struct key k = {.rule = rule,
                  .what = {text_or_none(what), text_or_none(other)},
                  .place = {text_or_none(place), text_or_none(other_place)}};
  if (compare_sides(&k, 0, &k, 1) <= 0) return k;
  return (struct key){.rule = rule,
                      .what = {k.what[1], k.what[0]},
                      .place = {k.place[1], k.place[0]}};
}

static struct key key_of(const struct report *r)
{
  const struct report_side *s = r->side;
  if (!r->sides) return key_make(r->rule, r->headline, NULL, NULL, NULL);
  return key_make(r->rule, s->what, s->place, r->sides > 1 ? s[1].what : NULL,
                  r->sides > 1 ? s[1].place : NULL);
}

static bool key_equal(const struct key *k, const struct key *l)
{
  return k->rule == l->rule && compare_sides(k, 0, l, 0) == 0 &&
         compare_sides(k, 1, l, 1) == 0;
}

static uint64_t key_hash(const struct key *k)
{
  uint64_t hash = HASH_NO_TEXT + k->rule;
  for (int i = 0; i < 2; i++)
    hash = hash_text(hash_text(hash, k->place[i]), k->what[i]);
  return hash ^ hash >> 29;
}

static struct report *find(const struct key *k)
{
  if (!table.size) return NULL;
  uint64_t hash = key_hash(k);
  struct report *r = table.slots[hash & (table.size - 1)];
  for (; r; r = r->next) {
    if (r->hash != hash) continue;
    struct key other = key_of(r);
    if (key_equal(k, &other)) return r;
  }
  return NULL;
}

static void insert(struct report *r)
{
  struct key k = key_of(r);
  r->hash = key_hash(&k);
  struct report **slot = &table.slots[r->hash & (table.size - 1)];
  r->next = *slot;
  *slot = r;
}

static void grow(void)
{
  struct report **old = table.slots;
  size_t n = table.size;
  if (table.count < n) return;
  table.size = n ? 2 * n : 64;
  table.slots = xlasting(NULL, table.size * sizeof *table.slots);
  for (size_t i = 0; i < n; i++)
    for (struct report *r = old[i], *next; r; r = next) {
      next = r->next;
      insert(r);
    }
}

/* --- adding --- */

struct report *report_find(enum rule rule, const char *what, const char *place,
                           const char *other, const char *other_place)
{
  struct key k = key_make(rule, what, place, other, other_place);
  return find(&k);
}

void report_count(struct report *r, unsigned long cause)
{
  if (!cause || r->cause != cause) r->count++;
  r->cause = cause;
}

bool report_again(enum rule rule, const char *what, const char *place,
                  const char *other, const char *other_place)
{
  struct report *r = report_find(rule, what, place, other, other_place);
  if (r) report_count(r, 0);
  return r;
}

struct report *report_add(const struct report *found)
{
  struct key k = key_of(found);
  struct report *r = find(&k);
  if (r) {
    r->count++;
    return r;
  }
  grow();
  r = xlasting(found, sizeof *found);
  r->count = 1;
  r->number = table.added++;
  table.count++;
  insert(r);
  return r;
}

/* --- changing --- */

void report_drop(struct report *r)
{
  struct report **at = &table.slots[r->hash & (table.size - 1)];
  while (*at != r)
    at = &(*at)->next;
  *at = r->next;
  table.count--;
}

bool report_turn(struct report *r, enum rule rule)
{
  struct key k = key_of(r);
  const char *name = rule_about(rule)->name;
  size_t now = strlen(rule_about(r->rule)->name), n = strlen(name);
  k.rule = rule;
  struct report *other = find(&k);
  if (other) {
    other->count += r->count;
    report_drop(r);
    return false;
  }
  report_drop(r);
  r->rule = rule;
  memmove(r->headline + n, r->headline + now,
          sizeof r->headline - (n > now ? n : now));
  memcpy(r->headline, name, n);
  r->headline[sizeof r->headline - 1] = 0;
  table.count++;
  insert(r);
  return true;
}

/* --- at the end --- */

static int by_date(const void *a, const void *b)
{
  const struct report *x = *(struct report *const *)a;
  const struct report *y = *(struct report *const *)b;
  if (x->date != y->date) return x->date < y->date ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

void report_each(void (*show)(const struct report *, void *), void *arg)
{
  struct report **all = xmalloc((table.count + 1) * sizeof *all);
  size_t n = 0;
  for (size_t i = 0; i < table.size; i++)
    for (struct report *r = table.slots[i]; r; r = r->next)
      if (!suppress_hides(r)) all[n++] = r;
  qsort(all, n, sizeof *all, by_date);
  for (size_t i = 0; i < n; i++)
    show(all[i], arg);
  free(all);
}

void report_each_rescued(void (*show)(const struct report *))
{
  for (size_t i = 0; i < table.size; i++)
    for (struct report *r = table.slots[i]; r; r = r->next)
      if (!suppress_hides(r)) show(r);
}

static void add_up(const struct report *r, void *arg)
{
  struct report_totals *totals = arg;
  if (rule_about(r->rule)->warning)
    totals->warnings++;
  else
    totals->errors++;
}

struct report_totals report_totals(void)
{
  struct report_totals totals = {0};
  report_each(add_up, &totals);
  totals.suppressed = table.count - totals.errors - totals.warnings;
  return totals;
}

/* --- as text: without memory, which may be damaged --- */

static char line[1 << 14];
static size_t used;

static void put(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(line + used, sizeof line - used, format, arguments);
  va_end(arguments);
  used += n;
  if (used >= sizeof line) used = sizeof line - 1;
}

static void put_side(const struct report_side *s, int width)
{
  put("  %-*s by rank %d", width, s->what, s->rank);
  if (s->strand) put(", %sthread %d,", s->later ? "a later " : "", s->strand);
  if (s->place) put(" at %s", s->place);
  if (*s->note) put(" (%s)", s->note);
  if (s->state) put(", %s", s->state);
  put("\n");
}

static int width_of(const struct report *r)
{
  int width = 11; /* of most calls */
  for (int i = 0; i < r->sides; i++) {
    int n = (int)strlen(r->side[i].what);
    if (n > width) width = n;
  }
  return width;
}

bool report_section(const struct report *r, char *text, size_t size)
{
  const char *section = rule_about(r->rule)->section;
  size_t n = section ? strlen(section) : 0;
  const char *at = *r->advice ? r->advice : r->headline;
  for (; (at = strstr(at, "[MPI-")); n = strcspn(section, "]"))
    section = ++at;
  if (section) snprintf(text, size, "%.*s", (int)n, section);
  return section;
}

/* The sentence, and the section where the sentence does not name one. */
static void put_section(const struct report *r, const char *text)
{
  const char *section = rule_about(r->rule)->section;
  if (section && !strstr(text, "[MPI-")) put(" [%s]", section);
}

const char *report_text(const struct report *r)
{
  used = 0;
  put("oriel: %s", r->headline);
  if (!*r->advice) put_section(r, r->headline);
  if (r->count > 1) put(" (%lu times)", r->count);
  put("\n");
  for (int i = 0; i < r->sides && !r->plain; i++)
    put_side(&r->side[i], width_of(r));
  if (*r->advice) {
    put("  %s", r->advice);
    put_section(r, r->advice);
    put("\n");
  }
  return line;
}
