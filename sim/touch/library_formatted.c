/* Of library.c: functions of the C library that print or scan by a format. */
#include "library.h"

#include "formats.h"
#include "tell.h"

#include "../where/heap.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

/* --- to memory --- */

enum { ROOM = INT_MAX }; /* of those that ask for no size */

/* With its end, as far as there is room. */
static int put_told(const void *to, size_t room, int length, size_t size,
                    const void *site)
{
  size_t n = (size_t)length < room ? (size_t)length + 1 : room;
  if (length >= 0) touch_bytes(to, n * size, TOUCH_WRITE, site);
  return length;
}

static int put(char *to, size_t room, const char *format, va_list args,
               const void *site)
{
  formats_printed(format, args, site);
  return put_told(to, room, vsnprintf(to, room, format, args), 1, site);
}

static int tell_vsnprintf(char *to, size_t n, const char *format, va_list args)
{
  return put(to, n, format, args, SITE);
}

static int tell_snprintf(char *to, size_t n, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int length = put(to, n, format, args, SITE);
  va_end(args);
  return length;
}

static int tell_vsprintf(char *to, const char *format, va_list args)
{
  return put(to, ROOM, format, args, SITE);
}

static int tell_sprintf(char *to, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int length = put(to, ROOM, format, args, SITE);
  va_end(args);
  return length;
}

static int make(char **to, const char *format, va_list args, const void *site)
{
  formats_printed(format, args, site);
  int length = vasprintf(to, format, args);
  touch_bytes(to, sizeof *to, TOUCH_WRITE, site);
  if (length >= 0) heap_made(*to, (size_t)length + 1, site);
  return length;
}

static int tell_vasprintf(char **to, const char *format, va_list args)
{
  return make(to, format, args, SITE);
}

static int tell_asprintf(char **to, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int length = make(to, format, args, SITE);
  va_end(args);
  return length;
}

static int tell_vswprintf(wchar_t *to, size_t n, const wchar_t *format,
                          va_list args)
{
  return put_told(to, n, vswprintf(to, n, format, args), sizeof *to, SITE);
}

static int tell_swprintf(wchar_t *to, size_t n, const wchar_t *format, ...)
{
  va_list args;
  va_start(args, format);
  int length = vswprintf(to, n, format, args);
  va_end(args);
  return put_told(to, n, length, sizeof *to, SITE);
}

/* --- from text and files --- */

/* C99's, and those of programs that are older, whose %as allocates. */
struct scanners {
  bool old;
  int (*input)(const char *, va_list); /* knows the rank's standard input */
  int (*file)(FILE *, const char *, va_list);
  int (*text)(const char *, const char *, va_list);
};
static struct scanners c99 = {.file = vfscanf, .text = vsscanf};
int old_vsscanf(const char *, const char *, va_list) __asm__("vsscanf");
static struct scanners old = {true, NULL, libc_old_vfscanf, old_vsscanf};

enum source { FROM_INPUT, FROM_FILE, FROM_TEXT };

static int scan(const struct scanners *by, enum source source, const void *from,
                const char *format, va_list args, const void *site)
{
  va_list again;
  int n;
  va_copy(again, args);
  if (source == FROM_INPUT)
    n = by->input(format, args);
  else if (source == FROM_FILE)
    n = by->file((FILE *)from, format, args);
  else
    n = by->text(from, format, args);
  if (source == FROM_TEXT) touch_bytes(from, strlen(from) + 1, 0, site);
  formats_scanned(format, again, n, by->old, site);
  va_end(again);
  return n;
}

#define SCAN(by, name, source, from, ...)                                      \
  static int tell_##by##_v##name(__VA_ARGS__ const char *format, va_list args) \
  {                                                                            \
    return scan(&by, source, from, format, args, SITE);                        \
  }                                                                            \
  static int tell_##by##_##name(__VA_ARGS__ const char *format, ...)           \
  {                                                                            \
    va_list args;                                                              \
    va_start(args, format);                                                    \
    int n = scan(&by, source, from, format, args, SITE);                       \
    va_end(args);                                                              \
    return n;                                                                  \
  }
#define SCANS(by)                                                              \
  SCAN(by, scanf, FROM_INPUT, NULL)                                            \
  SCAN(by, fscanf, FROM_FILE, f, FILE *f AND)                                  \
  SCAN(by, sscanf, FROM_TEXT, s, const char *s AND)
#define AND ,
SCANS(c99)
SCANS(old)

void library_formatted_open(void)
{
  *(void **)&c99.input = libc_function("__isoc99_vscanf", false);
  *(void **)&old.input = libc_function("vscanf", false);
  libc_formats = formats_printed;
}

#define ROW(name) {#name, tell_##name},
/* The last since glibc 2.38: it knows binary numbers. */
#define SCAN_ROWS(name)                                                        \
  {#name, tell_old_##name}, {"__isoc99_" #name, tell_c99_##name},              \
      {"__isoc23_" #name, tell_c99_##name},
const struct libc_entry library_formatted_table[] = {
    /* clang-format off */
    ROW(vsnprintf) ROW(snprintf) ROW(vsprintf) ROW(sprintf)
    ROW(vasprintf) ROW(asprintf) ROW(vswprintf) ROW(swprintf)
    SCAN_ROWS(scanf) SCAN_ROWS(fscanf) SCAN_ROWS(sscanf)
    SCAN_ROWS(vscanf) SCAN_ROWS(vfscanf) SCAN_ROWS(vsscanf)
    {NULL, NULL}
    /* clang-format on */
};
