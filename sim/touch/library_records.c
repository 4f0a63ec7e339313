/* Of library.c: what the C library fills in for the program: times and dates,
 * names of files and of the machine, the states of its random numbers. Many of
 * these go on to what the rank has in their place. */
#include "library.h"

#include "tell.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define READ_ONE(p) READ(p, sizeof *(p))
#define WRITE_ONE(p) WRITE(p, sizeof *(p))

/* One that fills in its last parameter if it returns what it should. */
#define FILLS(type, name, good, record, last, parameters, ...)                 \
  static type tell_##name parameters                                           \
  {                                                                            \
    NEXT(name);                                                                \
    type value = next(__VA_ARGS__);                                            \
    if (last && value good) WRITE(last, sizeof(record));                       \
    return value;                                                              \
  }

/* --- times --- */

FILLS(int, clock_gettime, == 0, struct timespec, t,
      (clockid_t id, struct timespec *t), id, t)
FILLS(int, clock_getres, == 0, struct timespec, t,
      (clockid_t id, struct timespec *t), id, t)
FILLS(int, timespec_get, != 0, struct timespec, t,
      (struct timespec * t, int base), t, base)
FILLS(int, gettimeofday, == 0, struct timeval, t,
      (struct timeval * t, void *zone), t, zone)
FILLS(time_t, time, != -1, time_t, t, (time_t * t), t)
FILLS(clock_t, times, != -1, struct tms, t, (struct tms * t), t)
FILLS(int, getrusage, == 0, struct rusage, u,
      (__rusage_who_t who, struct rusage *u), who, u)

/* --- dates --- */

#define DATE_OF(name)                                                          \
  static struct tm *tell_##name(const time_t *t, struct tm *date)              \
  {                                                                            \
    NEXT(name);                                                                \
    READ_ONE(t);                                                               \
    struct tm *got = next(t, date);                                            \
    if (got) WRITE_ONE(date);                                                  \
    return got;                                                                \
  }
DATE_OF(localtime_r)
DATE_OF(gmtime_r)

/* They put the date in order. */
#define TIME_OF(name)                                                          \
  static time_t tell_##name(struct tm *date)                                   \
  {                                                                            \
    NEXT(name);                                                                \
    WRITE_ONE(date);                                                           \
    return next(date);                                                         \
  }
TIME_OF(mktime)
TIME_OF(timelocal)
TIME_OF(timegm)

#define TEXT_OF(type, name)                                                    \
  static char *tell_##name(const type *from, char *text)                       \
  {                                                                            \
    NEXT(name);                                                                \
    READ_ONE(from);                                                            \
    char *got = next(from, text);                                              \
    if (got) WRITE(text, strlen(text) + 1);                                    \
    return got;                                                                \
  }
TEXT_OF(struct tm, asctime_r)
TEXT_OF(time_t, ctime_r)

/* --- names and files --- */

static int tell_gethostname(char *name, size_t size)
{
  NEXT(gethostname);
  int failed = next(name, size);
  if (!failed) WRITE(name, strnlen(name, size - 1) + 1);
  return failed;
}

static ssize_t tell_readlink(const char *path, char *to, size_t size)
{
  NEXT(readlink);
  ssize_t got = next(path, to, size);
  if (got > 0) WRITE(to, (size_t)got);
  return got;
}

FILLS(int, uname, == 0, struct utsname, name, (struct utsname * name), name)
FILLS(int, stat, == 0, struct stat, s, (const char *path, struct stat *s), path,
      s)
FILLS(int, lstat, == 0, struct stat, s, (const char *path, struct stat *s),
      path, s)
FILLS(int, fstat, == 0, struct stat, s, (int fd, struct stat *s), fd, s)

/* --- random numbers --- */

static int tell_rand_r(unsigned *seed)
{
  WRITE_ONE(seed);
  return rand_r(seed);
}

#define FROM_STATE(type, name)                                                 \
  static type tell_##name(unsigned short state[3])                             \
  {                                                                            \
    WRITE(state, 3 * sizeof *state);                                           \
    return name(state);                                                        \
  }
FROM_STATE(double, erand48)
FROM_STATE(long, nrand48)
FROM_STATE(long, jrand48)

#define ROW(name) {#name, tell_##name},
const struct libc_entry library_records_table[] = {
    /* clang-format off */
    ROW(clock_gettime) {"__clock_gettime", tell_clock_gettime},
    ROW(clock_getres) ROW(timespec_get) ROW(gettimeofday) ROW(time) ROW(times)
    ROW(getrusage) ROW(localtime_r) ROW(gmtime_r) ROW(mktime) ROW(timelocal)
    ROW(timegm) ROW(asctime_r) ROW(ctime_r) ROW(gethostname) ROW(readlink)
    ROW(uname) ROW(stat) ROW(lstat) ROW(fstat) {"stat64", tell_stat},
    {"lstat64", tell_lstat}, {"fstat64", tell_fstat}, ROW(rand_r) ROW(erand48)
    ROW(nrand48) ROW(jrand48)
    {NULL, NULL}
    /* clang-format on */
};
