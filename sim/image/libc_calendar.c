/* Calendar dates, per rank: the zone is that of the rank's own TZ, and what
 * gmtime(), ctime() and the like give back stays until the rank asks again.
 *
 * Invariant: the C library reads TZ while `environ` is what enter() made it, so
 * the process's environment never counts, and its variables (timezone, tzname)
 * are the rank's from leave() on. */
#include "libc.h"

#include "../../model/memory.h"
#include "template.h"

#include <string.h>
#include <unistd.h>

enum { TEXT = 64 }; /* more than asctime() writes */

struct libc_calendar {
  struct tm date;
  char text[TEXT];
};

static struct libc_calendar *own(void)
{
  struct libc_calendar **c = &libc_self()->libc.calendar;
  if (!*c) *c = xcalloc(1, sizeof **c);
  return *c;
}

/* --- the zone --- */

/* "TZ=..." */
static char *zone_variable(void)
{
  static const char name[] = "TZ";
  char *value = libc_getenv(name);
  return value ? value - sizeof name : NULL;
}

/* Returns what leave() takes. */
static char **enter(void)
{
  static char *zone[2];
  char **process = environ;
  zone[0] = zone_variable();
  environ = zone;
  tzset();
  return process;
}

static void leave(char **process)
{
  struct image *i = libc_self();
  environ = process;
  *(long *)libc_address(i, LIBC_TIMEZONE) = timezone;
  *(int *)libc_address(i, LIBC_DAYLIGHT) = daylight;
  memcpy(libc_address(i, LIBC_TZNAME), tzname, sizeof tzname);
}

/* The names before anybody has asked. */
void libc_start_calendar(struct image *i)
{
  static char none[] = "GMT";
  char **names = libc_address(i, LIBC_TZNAME);
  names[0] = names[1] = none;
}

static void calendar_tzset(void)
{
  leave(enter());
}

static struct tm *calendar_localtime_r(const time_t *t, struct tm *date)
{
  char **process = enter();
  struct tm *result = localtime_r(t, date);
  leave(process);
  return result;
}

static time_t calendar_mktime(struct tm *date)
{
  char **process = enter();
  time_t result = mktime(date);
  leave(process);
  return result;
}

static size_t calendar_strftime(char *text, size_t n, const char *format,
                                const struct tm *date)
{
  char **process = enter();
  size_t result = strftime(text, n, format, date);
  leave(process);
  return result;
}

/* --- results that stay --- */

static struct tm *calendar_localtime(const time_t *t)
{
  return calendar_localtime_r(t, &own()->date);
}

static struct tm *calendar_gmtime(const time_t *t)
{
  return gmtime_r(t, &own()->date);
}

static char *calendar_asctime(const struct tm *date)
{
  return asctime_r(date, own()->text);
}

static char *calendar_ctime_r(const time_t *t, char *text)
{
  struct tm date;
  return calendar_localtime_r(t, &date) ? asctime_r(&date, text) : NULL;
}

static char *calendar_ctime(const time_t *t)
{
  return calendar_ctime_r(t, own()->text);
}

const struct libc_entry libc_calendar_table[] = {
    {"tzset", calendar_tzset},
    {"localtime", calendar_localtime},
    {"localtime_r", calendar_localtime_r},
    {"mktime", calendar_mktime},
    {"timelocal", calendar_mktime},
    {"strftime", calendar_strftime},
    {"gmtime", calendar_gmtime},
    {"asctime", calendar_asctime},
    {"ctime", calendar_ctime},
    {"ctime_r", calendar_ctime_r},
    {NULL, NULL}};
