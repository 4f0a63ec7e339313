/* Of library.c: wide strings, and what else of the C library accesses memory
 * that programs seldom leave to it. */
#include "library.h"

#include "tell.h"

#include "../where/heap.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* --- wide strings: lengths in characters --- */

enum { WIDE = sizeof(wchar_t) };
#define READ_WIDE(s, n) READ(s, (n)*WIDE)
#define WRITE_WIDE(s, n) WRITE(s, (n)*WIDE)
#define READ_WIDE_STRING(s) READ_WIDE(s, wcslen(s) + 1)

/* With its end, if that is among the n. */
static size_t wide_reach(const wchar_t *s, size_t n)
{
  size_t length = wcsnlen(s, n);
  return length < n ? length + 1 : n;
}

static size_t tell_wcslen(const wchar_t *s)
{
  READ_WIDE_STRING(s);
  return wcslen(s);
}

static size_t tell_wcsnlen(const wchar_t *s, size_t n)
{
  READ_WIDE(s, wide_reach(s, n));
  return wcsnlen(s, n);
}

static wchar_t *tell_wcscpy(wchar_t *to, const wchar_t *from)
{
  READ_WIDE_STRING(from);
  WRITE_WIDE(to, wcslen(from) + 1);
  return wcscpy(to, from);
}

static wchar_t *tell_wcsncpy(wchar_t *to, const wchar_t *from, size_t n)
{
  READ_WIDE(from, wide_reach(from, n));
  WRITE_WIDE(to, n);
  return wcsncpy(to, from, n);
}

static wchar_t *tell_wcscat(wchar_t *to, const wchar_t *from)
{
  READ_WIDE_STRING(to);
  READ_WIDE_STRING(from);
  WRITE_WIDE(to + wcslen(to), wcslen(from) + 1);
  return wcscat(to, from);
}

static wchar_t *tell_wcpcpy(wchar_t *to, const wchar_t *from)
{
  READ_WIDE_STRING(from);
  WRITE_WIDE(to, wcslen(from) + 1);
  return wcpcpy(to, from);
}

static wchar_t *tell_wcsncat(wchar_t *to, const wchar_t *from, size_t n)
{
  READ_WIDE_STRING(to);
  READ_WIDE(from, wide_reach(from, n));
  WRITE_WIDE(to + wcslen(to), wcsnlen(from, n) + 1);
  return wcsncat(to, from, n);
}

static size_t tell_wcsspn(const wchar_t *s, const wchar_t *set)
{
  size_t n = wcsspn(s, set);
  READ_WIDE(s, n + 1);
  READ_WIDE_STRING(set);
  return n;
}

static size_t tell_wcscspn(const wchar_t *s, const wchar_t *set)
{
  size_t n = wcscspn(s, set);
  READ_WIDE(s, n + 1);
  READ_WIDE_STRING(set);
  return n;
}

static wchar_t *tell_wcspbrk(const wchar_t *s, const wchar_t *set)
{
  const wchar_t *found = wcspbrk(s, set);
  READ_WIDE(s, found ? (size_t)(found + 1 - s) : wcslen(s) + 1);
  READ_WIDE_STRING(set);
  return (wchar_t *)found;
}

/* How far a comparison goes. */
static size_t wide_common(const wchar_t *a, const wchar_t *b, size_t n)
{
  size_t i = 0;
  while (i < n && a[i] && a[i] == b[i])
    i++;
  return i < n ? i + 1 : n;
}

static int tell_wcscmp(const wchar_t *a, const wchar_t *b)
{
  size_t n = wide_common(a, b, SIZE_MAX);
  READ_WIDE(a, n);
  READ_WIDE(b, n);
  return wcscmp(a, b);
}

static int tell_wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
  READ_WIDE(a, wide_common(a, b, n));
  READ_WIDE(b, wide_common(a, b, n));
  return wcsncmp(a, b, n);
}

static wchar_t *tell_wcschr(const wchar_t *s, wchar_t c)
{
  const wchar_t *found = wcschr(s, c);
  READ_WIDE(s, found ? (size_t)(found + 1 - s) : wcslen(s) + 1);
  return (wchar_t *)found;
}

static wchar_t *tell_wcsrchr(const wchar_t *s, wchar_t c)
{
  READ_WIDE_STRING(s);
  return (wchar_t *)wcsrchr(s, c);
}

static wchar_t *tell_wcsstr(const wchar_t *s, const wchar_t *part)
{
  READ_WIDE_STRING(s);
  READ_WIDE_STRING(part);
  return (wchar_t *)wcsstr(s, part);
}

static wchar_t *tell_wcsdup(const wchar_t *s)
{
  READ_WIDE_STRING(s);
  return heap_made(wcsdup(s), (wcslen(s) + 1) * WIDE, SITE);
}

static int tell_wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
  READ_WIDE(a, n);
  READ_WIDE(b, n);
  return wmemcmp(a, b, n);
}

static wchar_t *tell_wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
  const wchar_t *found = wmemchr(s, c, n);
  READ_WIDE(s, found ? (size_t)(found + 1 - s) : n);
  return (wchar_t *)found;
}

/* --- strings and blocks --- */

static int tell_strcoll(const char *a, const char *b)
{
  READ_STRING(a);
  READ_STRING(b);
  return strcoll(a, b);
}

static size_t tell_strxfrm(char *to, const char *from, size_t n)
{
  size_t length = strxfrm(to, from, n);
  READ_STRING(from);
  if (n) WRITE(to, length < n ? length + 1 : n);
  return length;
}

static int tell_strverscmp(const char *a, const char *b)
{
  READ_STRING(a);
  READ_STRING(b);
  return strverscmp(a, b);
}

static char *tell_strchrnul(const char *s, int c)
{
  const char *found = strchrnul(s, c);
  READ(s, (size_t)(found + 1 - s));
  return (char *)found;
}

static void *tell_rawmemchr(const void *s, int c)
{
  const char *found = rawmemchr(s, c);
  READ(s, (size_t)(found + 1 - (const char *)s));
  return (void *)found;
}

static char *tell_strcasestr(const char *s, const char *part)
{
  READ_STRING(s);
  READ_STRING(part);
  return (char *)strcasestr(s, part);
}

/* Reads as far as the separator, and puts a 0 in its place. */
static char *tell_strsep(char **rest, const char *separators)
{
  char *s = *rest;
  READ(rest, sizeof *rest);
  READ_STRING(separators);
  if (!s) return NULL;
  size_t n = strcspn(s, separators);
  READ(s, n + 1);
  if (s[n]) WRITE(s + n, 1);
  WRITE(rest, sizeof *rest);
  return strsep(rest, separators);
}

static void tell_swab(const void *from, void *to, ssize_t n)
{
  size_t bytes = n > 0 ? (size_t)n & ~(size_t)1 : 0;
  READ(from, bytes);
  WRITE(to, bytes);
  swab(from, to, n);
}

static void *tell_memfrob(void *at, size_t n)
{
  READ(at, n);
  WRITE(at, n);
  return memfrob(at, n);
}

static size_t tell_confstr(int name, char *to, size_t n)
{
  size_t length = confstr(name, to, n);
  if (length && n) WRITE(to, length < n ? length : n);
  return length;
}

/* Two parts of s: as far as the next separator, where a 0 is put. */
static void token_told(const char *s, const char *separators, const void *site)
{
  touch_bytes(separators, strlen(separators) + 1, 0, site);
  if (!s) return;
  size_t n = strspn(s, separators);
  n += strcspn(s + n, separators);
  touch_bytes(s, n + 1, 0, site);
  if (s[n]) touch_bytes(s + n, 1, TOUCH_WRITE, site);
}

static char *tell_strtok_r(char *s, const char *separators, char **rest)
{
  if (!s) READ(rest, sizeof *rest);
  token_told(s ? s : *rest, separators, SITE);
  WRITE(rest, sizeof *rest);
  return strtok_r(s, separators, rest);
}

static char *tell_strtok(char *s, const char *separators)
{
  char **rest = libc_strtok_rest();
  token_told(s ? s : *rest, separators, SITE);
  return strtok_r(s, separators, rest);
}

/* They read as far as there is room. */
static size_t tell_mbstowcs(wchar_t *to, const char *from, size_t n)
{
  mbstate_t state = {0};
  const char *rest = from;
  size_t length = mbsrtowcs(to, &rest, n, &state);
  READ(from, to && rest ? (size_t)(rest - from) : strlen(from) + 1);
  if (to && length != (size_t)-1) WRITE_WIDE(to, length < n ? length + 1 : n);
  return length;
}

static size_t tell_wcstombs(char *to, const wchar_t *from, size_t n)
{
  mbstate_t state = {0};
  const wchar_t *rest = from;
  size_t length = wcsrtombs(to, &rest, n, &state);
  READ_WIDE(from, to && rest ? (size_t)(rest - from) : wcslen(from) + 1);
  if (to && length != (size_t)-1) WRITE(to, length < n ? length + 1 : n);
  return length;
}

static char *tell_getcwd(char *to, size_t n)
{
  char *got = getcwd(to, n);
  if (got && to) WRITE(to, strlen(to) + 1);
  return got;
}

static const char *tell_inet_ntop(int family, const void *address, char *to,
                                  socklen_t n)
{
  const char *got = inet_ntop(family, address, to, n);
  READ(address, family == AF_INET6 ? 16 : 4);
  if (got) WRITE(to, strlen(to) + 1);
  return got;
}

/* What the rank has in its place: it knows its time zone. */
static size_t tell_strftime(char *to, size_t n, const char *format,
                            const struct tm *date)
{
  NEXT(strftime);
  size_t length = next(to, n, format, date);
  READ(date, sizeof *date);
  if (length) WRITE(to, length + 1);
  return length;
}

/* --- numbers --- */

BASED_NUMBER(intmax_t, strtoimax, char)
BASED_NUMBER(uintmax_t, strtoumax, char)
BASED_NUMBER(long, wcstol, wchar_t)
BASED_NUMBER(long long, wcstoll, wchar_t)
BASED_NUMBER(unsigned long, wcstoul, wchar_t)
BASED_NUMBER(unsigned long long, wcstoull, wchar_t)
NUMBER(float, wcstof, wchar_t)
NUMBER(double, wcstod, wchar_t)
NUMBER(long double, wcstold, wchar_t)

/* Those with a second result. */
#define SECOND(type, name, second)                                             \
  static type tell_##name(type x, second *also)                                \
  {                                                                            \
    type value = name(x, also);                                                \
    WRITE(also, sizeof *also);                                                 \
    return value;                                                              \
  }
#define SECONDS(type, suffix)                                                  \
  SECOND(type, modf##suffix, type)                                             \
  SECOND(type, frexp##suffix, int)                                             \
  SECOND(type, lgamma##suffix##_r, int)                                        \
  static type tell_remquo##suffix(type x, type y, int *also)                   \
  {                                                                            \
    type value = remquo##suffix(x, y, also);                                   \
    WRITE(also, sizeof *also);                                                 \
    return value;                                                              \
  }                                                                            \
  static void tell_sincos##suffix(type x, type *sine, type *cosine)            \
  {                                                                            \
    sincos##suffix(x, sine, cosine);                                           \
    WRITE(sine, sizeof *sine);                                                 \
    WRITE(cosine, sizeof *cosine);                                             \
  }
SECONDS(float, f)
SECONDS(double, )
SECONDS(long double, l)

/* --- files --- */

/* The buffer is the caller's, or has been made or moved. */
static ssize_t line_told(char *const *line, const size_t *room, ssize_t got,
                         const void *site)
{
  touch_bytes(line, sizeof *line, TOUCH_WRITE, site);
  touch_bytes(room, sizeof *room, TOUCH_WRITE, site);
  if (got > 0) touch_bytes(*line, (size_t)got + 1, TOUCH_WRITE, site);
  return got;
}

static ssize_t tell_getdelim(char **line, size_t *room, int end, FILE *f)
{
  return line_told(line, room, getdelim(line, room, end, f), SITE);
}

static ssize_t tell_getline(char **line, size_t *room, FILE *f)
{
  return line_told(line, room, getline(line, room, f), SITE);
}

/* What the rank has in its place: its standard outputs take bytes. */
static int tell_fputws(const wchar_t *s, FILE *f)
{
  NEXT(fputws);
  READ_WIDE_STRING(s);
  return next(s, f);
}

static wchar_t *tell_fgetws(wchar_t *to, int n, FILE *f)
{
  wchar_t *got = fgetws(to, n, f);
  if (got) WRITE_WIDE(to, wcslen(to) + 1);
  return got;
}

#define ROW(name) {#name, tell_##name},
#define C23(name) {"__isoc23_" #name, tell_##name}, /* since glibc 2.38 */
#define ROWS(suffix)                                                           \
  ROW(modf##suffix)                                                            \
  ROW(frexp##suffix)                                                           \
  ROW(lgamma##suffix##_r) ROW(remquo##suffix) ROW(sincos##suffix)
const struct libc_entry library_more_table[] = {
    /* clang-format off */
    ROW(wcslen) ROW(wcsnlen) ROW(wcscpy) ROW(wcsncpy) ROW(wcscat) ROW(wcpcpy)
    ROW(wcsncat) ROW(wcsspn) ROW(wcscspn) ROW(wcspbrk) ROW(wcscmp)
    ROW(wcsncmp) ROW(wcschr) ROW(wcsrchr) ROW(wcsstr) ROW(wcsdup) ROW(wmemcmp)
    ROW(wmemchr) ROW(strcoll) ROW(strxfrm) ROW(strverscmp) ROW(strchrnul)
    ROW(rawmemchr) ROW(strcasestr) ROW(strsep) ROW(swab) ROW(memfrob)
    ROW(confstr) ROW(strtoimax) ROW(strtoumax) ROW(wcstol) ROW(wcstoul)
    ROW(wcstoll) ROW(wcstoull) ROW(wcstof) ROW(wcstod) ROW(wcstold)
    C23(strtoimax) C23(strtoumax) C23(wcstol) C23(wcstoul) C23(wcstoll)
    C23(wcstoull) ROW(getdelim) {"__getdelim", tell_getdelim}, ROW(getline)
    ROW(fputws) ROW(fgetws)
    ROW(strtok) ROW(strtok_r) {"__strtok_r", tell_strtok_r},
    ROW(mbstowcs) ROW(wcstombs) ROW(getcwd) ROW(inet_ntop) ROW(strftime)
    ROWS() ROWS(f) ROWS(l)
    {NULL, NULL}
    /* clang-format on */
};
