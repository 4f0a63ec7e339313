/* What the arguments behind a format are used for.
 *
 * A format is read twice: for the types of all arguments, which may come in any
 * order (%2$s), and for what is done with each. Invariant: no argument is
 * looked at that the format does not name. */
#include "formats.h"

#include "runs.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { ARGUMENTS = 64, NO_ARGUMENT = -1 };

/* What printf takes an argument for: others are printed as they stand. */
#define LETTERS "bBdiouxXaAeEfFgGcCsSpn"

/* How an argument is passed. */
enum passed { PASSED_INT, PASSED_WORD, PASSED_DOUBLE, PASSED_LONG_DOUBLE };

/* One % of a format. */
struct conversion {
  char letter;
  int value, width, precision; /* arguments, from 0 */
  long most;                   /* its precision or width; -1: none is written */
  size_t size;    /* bytes that the length (hh, l) means; 0: none */
  bool dropped;   /* %*d: nothing is assigned; */
  bool allocates; /* %ms: to new memory */
};

static const char *number(const char *s, long *value)
{
  if (!isdigit((unsigned char)*s)) return s;
  char *end;
  *value = strtol(s, &end, 10);
  return end;
}

/* "2$", or nothing. */
static const char *place(const char *s, int *argument)
{
  long n = 0;
  const char *end = number(s, &n);
  if (*end != '$' || n < 1 || n > ARGUMENTS) return s;
  *argument = (int)n - 1;
  return end + 1;
}

/* What a * stands for. */
static const char *starred(const char *s, int *argument, int *next)
{
  s = place(s, argument);
  if (*argument == NO_ARGUMENT) *argument = (*next)++;
  return s;
}

static const char *length(const char *s, size_t *size)
{
  static const struct {
    char text[3];
    unsigned char size;
  } lengths[] = {{"hh", sizeof(char)}, {"h", sizeof(short)},
                 {"ll", sizeof(long)}, {"l", sizeof(long)},
                 {"q", sizeof(long)},  {"j", sizeof(long)},
                 {"z", sizeof(long)},  {"Z", sizeof(long)},
                 {"t", sizeof(long)},  {"L", sizeof(long double)}};
  for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    size_t n = strlen(lengths[i].text);
    if (strncmp(s, lengths[i].text, n) != 0) continue;
    *size = lengths[i].size;
    return s + n;
  }
  return s;
}

static struct conversion no_conversion(void)
{
  return (struct conversion){.value = NO_ARGUMENT,
                             .width = NO_ARGUMENT,
                             .precision = NO_ARGUMENT,
                             .most = -1};
}

/* The next one of printf's after s, and where it ends; NULL: there is none. */
static const char *next_print(const char *s, struct conversion *c, int *next)
{
  s = strchr(s, '%');
  if (!s) return NULL;
  *c = no_conversion();
  s = place(s + 1, &c->value);
  s += strspn(s, "-+ #0'I");
  if (*s == '*')
    s = starred(s + 1, &c->width, next);
  else
    s += strspn(s, "0123456789");
  if (*s == '.') {
    c->most = 0;
    s = s[1] == '*' ? starred(s + 2, &c->precision, next)
                    : number(s + 1, &c->most);
  }
  s = length(s, &c->size);
  c->letter = *s;
  if (!*s) return NULL;
  if (!strchr(LETTERS, *s))
    c->value = NO_ARGUMENT;
  else if (c->value == NO_ARGUMENT)
    c->value = (*next)++;
  return s + 1;
}

/* Behind the set of %[...]. */
static const char *set_end(const char *s)
{
  if (*s == '^') s++;
  if (*s == ']') s++;
  s += strcspn(s, "]");
  return *s ? s + 1 : s;
}

static const char *next_of_scan(const char *s, struct conversion *c, int *next,
                                bool old)
{
  s = strchr(s, '%');
  if (!s) return NULL;
  *c = no_conversion();
  s = place(s + 1, &c->value);
  for (; *s && strchr("*'I", *s); s++)
    c->dropped |= *s == '*';
  s = number(s, &c->most);
  c->allocates = *s == 'm' || (old && *s == 'a' && s[1] && strchr("sS[", s[1]));
  s = length(s + c->allocates, &c->size);
  c->letter = *s;
  if (!*s) return NULL;
  if (*s == '%') c->dropped = true;
  if (c->value == NO_ARGUMENT && !c->dropped) c->value = (*next)++;
  return *s == '[' ? set_end(s + 1) : s + 1;
}

/* The same of scanf's, as it is since C99, and as it was. */
static const char *next_scan(const char *s, struct conversion *c, int *next)
{
  return next_of_scan(s, c, next, false);
}

static const char *next_old_scan(const char *s, struct conversion *c, int *next)
{
  return next_of_scan(s, c, next, true);
}

static enum passed passed(const struct conversion *c)
{
  bool real = strchr("aAeEfFgG", c->letter);
  if (real) return c->size > 8 ? PASSED_LONG_DOUBLE : PASSED_DOUBLE;
  if (strchr("spnS", c->letter)) return PASSED_WORD;
  return c->size >= sizeof(long) ? PASSED_WORD : PASSED_INT;
}

/* Those that a format names. */
struct arguments {
  int count;
  enum passed passed[ARGUMENTS];
  long value[ARGUMENTS];
};

typedef const char *next_conversion(const char *, struct conversion *,
                                    int *next);

static void is_passed(struct arguments *a, int argument, enum passed how)
{
  if (argument == NO_ARGUMENT || argument >= ARGUMENTS) return;
  while (a->count <= argument)
    a->passed[a->count++] = PASSED_WORD;
  a->passed[argument] = how;
}

static void fetch(struct arguments *a, va_list args)
{
  va_list copy;
  va_copy(copy, args);
  for (int i = 0; i < a->count; i++) {
    if (a->passed[i] == PASSED_INT)
      a->value[i] = va_arg(copy, int);
    else if (a->passed[i] == PASSED_WORD)
      a->value[i] = va_arg(copy, long);
    else if (a->passed[i] == PASSED_DOUBLE)
      (void)va_arg(copy, double);
    else
      (void)va_arg(copy, long double);
  }
  va_end(copy);
}

static void arguments(struct arguments *a, const char *format,
                      next_conversion *after, va_list args)
{
  struct conversion c;
  int next = 0;
  a->count = 0;
  while ((format = after(format, &c, &next))) {
    bool scans = after != next_print;
    is_passed(a, c.width, PASSED_INT);
    is_passed(a, c.precision, PASSED_INT);
    is_passed(a, c.value, scans ? PASSED_WORD : passed(&c));
  }
  fetch(a, args);
}

static void *pointer(const struct arguments *a, int argument)
{
  bool known = argument >= 0 && argument < a->count;
  return known ? (void *)a->value[argument] : NULL;
}

/* --- printf --- */

/* Up to its end, or as many characters as may be printed. */
static void text_read(const char *s, long most, const void *site)
{
  size_t n = most < 0 ? strlen(s) : strnlen(s, (size_t)most);
  if (most < 0 || n < (size_t)most) n++;
  touch_bytes(s, n, 0, site);
}

/* A precision is of the bytes that they become. [C11 7.21.6.1] */
static void wide_read(const wchar_t *s, long most, const void *site)
{
  char bytes[MB_LEN_MAX];
  mbstate_t state = {0};
  size_t n = 0, left = (size_t)most;
  while (left && s[n]) {
    size_t size = wcrtomb(bytes, s[n], &state);
    if (size > left) break;
    left -= size;
    n++;
  }
  if (left) n++; /* its end, or one that has no room */
  touch_bytes(s, n * sizeof *s, 0, site);
}

static void printed(const struct conversion *c, const struct arguments *a,
                    const void *site)
{
  void *at = pointer(a, c->value);
  long most = c->precision == NO_ARGUMENT || c->precision >= a->count
                  ? c->most
                  : a->value[c->precision];
  if (!at) return; /* "(null)" */
  if (c->letter == 'n')
    touch_bytes(at, c->size ? c->size : sizeof(int), TOUCH_WRITE, site);
  else if (c->letter == 'S' || (c->letter == 's' && c->size))
    wide_read(at, most, site);
  else if (c->letter == 's')
    text_read(at, most, site);
}

void formats_printed(const char *format, va_list args, const void *site)
{
  struct arguments a;
  struct conversion c;
  int next = 0;
  touch_bytes(format, strlen(format) + 1, 0, site);
  arguments(&a, format, next_print, args);
  while ((format = next_print(format, &c, &next)))
    if (strchr("snS", c.letter)) printed(&c, &a, site);
}

/* --- scanf: all arguments are pointers --- */

static size_t scanned_size(const struct conversion *c, const void *at)
{
  bool wide = c->size || strchr("SC", c->letter);
  if (c->allocates || c->letter == 'p') return sizeof(void *);
  if (strchr("cC", c->letter))
    return (c->most < 0 ? 1 : (size_t)c->most) * (wide ? sizeof(wchar_t) : 1);
  if (strchr("sS[", c->letter))
    return wide ? (wcslen(at) + 1) * sizeof(wchar_t) : strlen(at) + 1;
  if (strchr("aAeEfFgG", c->letter)) return c->size ? c->size : sizeof(float);
  return !c->size ? sizeof(int) : c->size > 8 ? sizeof(long) : c->size;
}

/* Not %n, which counts for nothing in `assigned`: whether scanf came so far
 * nobody says. */
void formats_scanned(const char *format, va_list args, int assigned, bool old,
                     const void *site)
{
  next_conversion *after = old ? next_old_scan : next_scan;
  struct arguments a;
  struct conversion c;
  int next = 0;
  touch_bytes(format, strlen(format) + 1, 0, site);
  arguments(&a, format, after, args);
  while (assigned > 0 && (format = after(format, &c, &next))) {
    if (c.dropped || c.letter == 'n') continue;
    assigned--;
    void *at = pointer(&a, c.value);
    if (at) touch_bytes(at, scanned_size(&c, at), TOUCH_WRITE, site);
  }
}
