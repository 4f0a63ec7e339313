/* Suppressions, a list in the order of the file. */
#include "suppress.h"
#include "../encoding.h"
#include "../memory.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct suppression {
  enum rule rule;
  char *place[2]; /* patterns; the second may be NULL */
  const char *file;
  int line;
  char *text; /* as it stands there */
  bool used;
  struct suppression *next;
};

static struct suppression *first, **last = &first;

/* --- reading --- */

/* Cuts `*rest` after its first word; NULL when there is none. */
static char *word(char **rest)
{
  char *begin = *rest + strspn(*rest, " \t\r\n");
  char *end = begin + strcspn(begin, " \t\r\n");
  if (begin == end) return NULL;
  *rest = *end ? end + 1 : end;
  *end = 0;
  return begin;
}

static bool blank(const char *line)
{
  return line[strspn(line, " \t\r\n")] == 0;
}

static const char *no_rule(void)
{
  static char text[512];
  size_t used = (size_t)snprintf(text, sizeof text, "is no rule; there are ");
  for (int i = 0; i < RULES && used < sizeof text; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                             i ? ", " : "", rule_about((enum rule)i)->name);
  return text;
}

/* "file.c:88": without a colon a place matches nothing. */
static const char *mistake(enum rule rule, char *const place[2],
                           const char *more)
{
  if (rule == RULES) return no_rule();
  if (!place[0]) return "is followed by no place, as halo.c:88";
  if (more) return "is followed by more than two places";
  for (int i = 0; i < 2; i++)
    if (place[i] && !strchr(place[i], ':') && strcmp(place[i], "*"))
      return "is followed by a place without a line, which is halo.c:88, "
             "halo.c:* or *";
  return NULL;
}

static const char *read_line(char *line, const char *path, int number,
                             char **name)
{
  struct suppression *s = xcalloc(1, sizeof *s);
  char *rest = line;
  s->text = xstrdup(line + strspn(line, " \t"));
  for (size_t n = strlen(s->text); n && strchr(" \t\r\n", s->text[n - 1]);)
    s->text[--n] = 0;
  *name = word(&rest);
  s->rule = rule_named(*name, strlen(*name));
  for (int i = 0; i < 2; i++) {
    char *place = word(&rest);
    if (place) s->place[i] = xstrdup(place);
  }
  s->file = path;
  s->line = number;
  *last = s;
  last = &s->next;
  return mistake(s->rule, s->place, word(&rest));
}

int suppress_load(const char *path, char *why, size_t size)
{
  FILE *file = fopen(path, "r");
  char *line = NULL, *name;
  const char *wrong = NULL;
  size_t room = 0;
  ssize_t bytes;
  int number = 0;
  if (!file) {
    snprintf(why, size, "%s: cannot be read: %s", path, strerror(errno));
    return -1;
  }
  wrong = encoding_mistake(fileno(file));
  if (wrong) snprintf(why, size, "%s: %s", path, wrong);
  while (!wrong && (bytes = getline(&line, &room, file)) >= 0) {
    number++;
    wrong = encoding_mistake_in(line, (size_t)bytes);
    if (wrong) snprintf(why, size, "%s:%d: %s", path, number, wrong);
    line[strcspn(line, "#")] = 0;
    if (wrong || blank(line)) continue;
    wrong = read_line(line, path, number, &name);
    if (wrong)
      snprintf(why, size, "%s:%d: \"%.100s\" %s", path, number, name, wrong);
  }
  if (!wrong && ferror(file)) {
    wrong = "";
    snprintf(why, size, "%s: cannot be read: %s", path, strerror(errno));
  }
  free(line);
  fclose(file);
  return wrong ? -1 : 0;
}

/* --- matching --- */

/* "halo.c:95, update_edge()" is at halo.c:95: how much of it. The names of the
 * file and of the function may have a comma, too. */
static size_t line_length(const char *place)
{
  size_t length = strlen(place);
  for (const char *at = place; (at = strstr(at, ", ")); at++) {
    const char *digit = at;
    while (digit > place && isdigit((unsigned char)digit[-1]))
      digit--;
    if (digit < at && digit > place && digit[-1] == ':')
      length = (size_t)(at - place);
  }
  return length;
}

static bool is_at(const char *pattern, const char *place)
{
  return *place && fnmatch(pattern, place, 0) == 0;
}

/* `lines` of its sides; "": none. */
static bool hides(const struct suppression *s, const struct report *r,
                  char *const lines[2])
{
  if (s->rule != r->rule) return false;
  if (!r->sides) return !s->place[1] && !strcmp(s->place[0], "*");
  for (int i = 0; i < 2; i++)
    if (is_at(s->place[0], lines[i]) &&
        (!s->place[1] || is_at(s->place[1], lines[1 - i])))
      return true;
  return false;
}

/* A crash asks, too, when no memory can be had. */
bool suppress_hides(const struct report *r)
{
  bool hidden = false;
  size_t length[2] = {0};
  for (int i = 0; i < r->sides; i++)
    if (r->side[i].place) length[i] = line_length(r->side[i].place);
  char text[length[0] + length[1] + 2];
  char *const lines[2] = {text, text + length[0] + 1};
  for (int i = 0; i < 2; i++) {
    if (length[i]) memcpy(lines[i], r->side[i].place, length[i]);
    lines[i][length[i]] = 0;
  }
  for (struct suppression *s = first; s; s = s->next)
    if (hides(s, r, lines)) s->used = hidden = true;
  return hidden;
}

void suppress_unused(void (*say)(const char *format, ...))
{
  for (const struct suppression *s = first; s; s = s->next)
    if (!s->used)
      say("oriel: %s:%d: the suppression \"%s\" hid nothing\n", s->file,
          s->line, s->text);
}
