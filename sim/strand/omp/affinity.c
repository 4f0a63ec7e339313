/* What OpenMP says of where threads run: a text by a format, of fields such as
 * %n or %0.4{thread_num}. Invariant: the rank's format is NULL until it is set.
 */
#include "entry.h"
#include "team.h"

#include "../../engine/engine.h"
#include "../../image/libc.h"
#include "../../../model/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIELD_ROOM = 256 };

static const char usual[] = "level %L thread %i affinity %A";

static const struct field {
  char letter;
  const char *name;
} fields[] = {
    {'t', "team_num"},       {'T', "num_teams"},   {'L', "nesting_level"},
    {'n', "thread_num"},     {'N', "num_threads"}, {'a', "ancestor_tnum"},
    {'H', "host"},           {'P', "process_id"},  {'i', "native_thread_id"},
    {'A', "thread_affinity"}};
enum { FIELDS = sizeof fields / sizeof *fields };

int omp_get_ancestor_thread_num(int level);

static int process(void)
{
  int (*get)(void) = (int (*)(void))libc_function("getpid", false);
  return get();
}

static long number_of(char letter)
{
  const struct task *t = task_self();
  switch (letter) {
  case 'T':
    return 1;
  case 'L':
    return t->team->level;
  case 'n':
    return t->member->number;
  case 'N':
    return t->team->size;
  case 'a':
    return omp_get_ancestor_thread_num(t->team->level - 1);
  case 'P':
    return process();
  case 'i':
    return self->strand->number;
  default:
    return 0;
  }
}

static void value_of(char letter, char *text)
{
  if (!letter)
    snprintf(text, FIELD_ROOM, "undefined");
  else if (letter == 'H')
    snprintf(text, FIELD_ROOM, "%s", engine_host_name(self->host));
  else if (letter == 'A')
    snprintf(text, FIELD_ROOM, "%d-%d", crew_first_core(self),
             crew_first_core(self) + crew_cores(self) - 1);
  else
    snprintf(text, FIELD_ROOM, "%ld", number_of(letter));
}

/* The letter of the field at `format`, 0 if there is none such, and what
 * follows it. */
static char read_field(const char **format)
{
  const char *name = *format;
  bool is_long = *name == '{';
  size_t n = is_long ? strcspn(++name, "}") : *name != 0;
  *format = name + n + (is_long && name[n]);
  for (int i = 0; i < FIELDS; i++)
    if (is_long ? !strncmp(name, fields[i].name, n) && !fields[i].name[n]
                : *name == fields[i].letter)
      return fields[i].letter;
  return 0;
}

/* As "%[0][.][width]field", behind the %. */
static void expand(const char **format, FILE *to)
{
  char text[FIELD_ROOM];
  bool zeros = **format == '0';
  *format += zeros;
  bool right = **format == '.';
  *format += right;
  int width = 0;
  for (; isdigit((unsigned char)**format); (*format)++)
    if (width < FIELD_ROOM) width = 10 * width + **format - '0';
  char letter = read_field(format);
  value_of(letter, text);
  bool is_number = letter && letter != 'H' && letter != 'A';
  if (zeros && right && is_number)
    fprintf(to, "%0*ld", width, number_of(letter));
  else
    fprintf(to, "%*s", right ? width : -width, text);
}

static char *text_of(const char *format)
{
  char *text;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (!format || !*format) format = omp_self()->affinity_format;
  if (!format) format = usual;
  while (*format) {
    if (*format != '%')
      fputc(*format++, to);
    else if (*++format == '%')
      fputc(*format++, to);
    else
      expand(&format, to);
  }
  fclose(to);
  return text;
}

/* What there is room for; the length of all. */
static size_t copy_out(char *to, size_t size, const char *text)
{
  if (size > 0) snprintf(to, size, "%s", text);
  return strlen(text);
}

ENTRY void omp_set_affinity_format(const char *format)
{
  struct omp *o = omp_self();
  free(o->affinity_format);
  o->affinity_format = xstrdup(format);
}

ENTRY size_t omp_get_affinity_format(char *to, size_t size)
{
  const char *format = omp_self()->affinity_format;
  return copy_out(to, size, format ? format : usual);
}

ENTRY size_t omp_capture_affinity(char *to, size_t size, const char *format)
{
  char *text = text_of(format);
  size_t length = copy_out(to, size, text);
  free(text);
  return length;
}

ENTRY void omp_display_affinity(const char *format)
{
  char *text = text_of(format);
  fprintf(stderr, "%s\n", text);
  free(text);
}

/* --- clang's names --- */

ENTRY void ompc_set_affinity_format(const char *format)
{
  omp_set_affinity_format(format);
}

ENTRY size_t ompc_get_affinity_format(char *to, size_t size)
{
  return omp_get_affinity_format(to, size);
}

ENTRY size_t ompc_capture_affinity(char *to, size_t size, const char *format)
{
  return omp_capture_affinity(to, size, format);
}

ENTRY void ompc_display_affinity(const char *format)
{
  omp_display_affinity(format);
}
