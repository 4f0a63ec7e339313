/* Functions of the C library that access memory for the program.
 *
 * The compilers do not see into them. A file that tells its accesses is bound
 * to these in their place: they tell what the C library's function reads and
 * writes, as accesses of the place that called it, and call it. (Those with a
 * format: library_formatted.c.) */
#include "library.h"

#include "tell.h"

#include "../where/heap.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

#define READ_AT_MOST(s, n) READ(s, reach(s, n))
#define WRITE_STRING(s) WRITE(s, strlen(s) + 1)

static size_t reach(const char *s, size_t n)
{
  size_t length = strnlen(s, n);
  return length < n ? length + 1 : n;
}

/* How far a comparison of two strings goes. */
static size_t common(const char *a, const char *b, size_t n)
{
  size_t i = 0;
  while (i < n && a[i] && a[i] == b[i])
    i++;
  return i < n ? i + 1 : n;
}

/* --- blocks --- */

static void *tell_memcpy(void *to, const void *from, size_t n)
{
  READ(from, n);
  WRITE(to, n);
  return memcpy(to, from, n);
}

static void *tell_mempcpy(void *to, const void *from, size_t n)
{
  READ(from, n);
  WRITE(to, n);
  return mempcpy(to, from, n);
}

static void *tell_memmove(void *to, const void *from, size_t n)
{
  READ(from, n);
  WRITE(to, n);
  return memmove(to, from, n);
}

static void tell_bcopy(const void *from, void *to, size_t n)
{
  READ(from, n);
  WRITE(to, n);
  memmove(to, from, n);
}

static void *tell_memccpy(void *to, const void *from, int c, size_t n)
{
  char *end = memccpy(to, from, c, n);
  size_t moved = end ? (size_t)(end - (char *)to) : n;
  READ(from, moved);
  WRITE(to, moved);
  return end;
}

static void *tell_memset(void *to, int c, size_t n)
{
  WRITE(to, n);
  return memset(to, c, n);
}

static void tell_bzero(void *to, size_t n)
{
  WRITE(to, n);
  memset(to, 0, n);
}

static void tell_explicit_bzero(void *to, size_t n)
{
  WRITE(to, n);
  explicit_bzero(to, n);
}

/* Since glibc 2.43. */
static void *tell_memset_explicit(void *to, int c, size_t n)
{
  WRITE(to, n);
  memset(to, c, n);
  __asm__ volatile("" : : "r"(to) : "memory"); /* though nobody reads it */
  return to;
}

static int tell_memcmp(const void *a, const void *b, size_t n)
{
  READ(a, n);
  READ(b, n);
  return memcmp(a, b, n);
}

static void *tell_memchr(const void *a, int c, size_t n)
{
  const char *found = memchr(a, c, n);
  READ(a, found ? (size_t)(found + 1 - (const char *)a) : n);
  return (void *)found;
}

static void *tell_memrchr(const void *a, int c, size_t n)
{
  READ(a, n);
  return memrchr(a, c, n);
}

static void *tell_memmem(const void *a, size_t n, const void *b, size_t m)
{
  READ(a, n);
  READ(b, m);
  return memmem(a, n, b, m);
}

static wchar_t *tell_wmemcpy(wchar_t *to, const wchar_t *from, size_t n)
{
  READ(from, n * sizeof *to);
  WRITE(to, n * sizeof *to);
  return wmemcpy(to, from, n);
}

static wchar_t *tell_wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
  READ(from, n * sizeof *to);
  WRITE(to, n * sizeof *to);
  return wmemmove(to, from, n);
}

static wchar_t *tell_wmemset(wchar_t *to, wchar_t c, size_t n)
{
  WRITE(to, n * sizeof *to);
  return wmemset(to, c, n);
}

static void tell_qsort(void *base, size_t n, size_t size,
                       int (*compare)(const void *, const void *))
{
  WRITE(base, n * size);
  qsort(base, n, size, compare);
}

static void tell_qsort_r(void *base, size_t n, size_t size,
                         int (*compare)(const void *, const void *, void *),
                         void *arg)
{
  WRITE(base, n * size);
  qsort_r(base, n, size, compare, arg);
}

/* --- strings --- */

static size_t tell_strlen(const char *s)
{
  READ_STRING(s);
  return strlen(s);
}

static size_t tell_strnlen(const char *s, size_t n)
{
  READ_AT_MOST(s, n);
  return strnlen(s, n);
}

static char *tell_strcpy(char *to, const char *from)
{
  READ_STRING(from);
  WRITE(to, strlen(from) + 1);
  return strcpy(to, from);
}

static char *tell_stpcpy(char *to, const char *from)
{
  READ_STRING(from);
  WRITE(to, strlen(from) + 1);
  return stpcpy(to, from);
}

static char *tell_strncpy(char *to, const char *from, size_t n)
{
  READ_AT_MOST(from, n);
  WRITE(to, n);
  return strncpy(to, from, n);
}

static char *tell_stpncpy(char *to, const char *from, size_t n)
{
  READ_AT_MOST(from, n);
  WRITE(to, n);
  return stpncpy(to, from, n);
}

static char *tell_strcat(char *to, const char *from)
{
  READ_STRING(to);
  READ_STRING(from);
  WRITE(to + strlen(to), strlen(from) + 1);
  return strcat(to, from);
}

static char *tell_strncat(char *to, const char *from, size_t n)
{
  READ_STRING(to);
  READ_AT_MOST(from, n);
  WRITE(to + strlen(to), strnlen(from, n) + 1);
  return strncat(to, from, n);
}

/* As much of it as has room, and its end; how long it is. */
static size_t copy_string(char *to, const char *from, size_t n,
                          const void *site)
{
  size_t length = strlen(from), copied = length < n ? length + 1 : n;
  touch_bytes(from, length + 1, 0, site);
  if (!copied) return length;
  touch_bytes(to, copied, TOUCH_WRITE, site);
  memcpy(to, from, copied - 1);
  to[copied - 1] = 0;
  return length;
}

/* These two since glibc 2.38, and of other libraries before. */
static size_t tell_strlcpy(char *to, const char *from, size_t n)
{
  return copy_string(to, from, n, SITE);
}

static size_t tell_strlcat(char *to, const char *from, size_t n)
{
  size_t length = strnlen(to, n);
  READ_AT_MOST(to, n);
  return length + copy_string(to + length, from, n - length, SITE);
}

static char *tell_strdup(const char *s)
{
  READ_STRING(s);
  return heap_made(strdup(s), strlen(s) + 1, SITE);
}

static char *tell_strndup(const char *s, size_t n)
{
  READ_AT_MOST(s, n);
  return heap_made(strndup(s, n), strnlen(s, n) + 1, SITE);
}

static int tell_strcmp(const char *a, const char *b)
{
  READ(a, common(a, b, SIZE_MAX));
  READ(b, common(a, b, SIZE_MAX));
  return strcmp(a, b);
}

static int tell_strncmp(const char *a, const char *b, size_t n)
{
  READ(a, common(a, b, n));
  READ(b, common(a, b, n));
  return strncmp(a, b, n);
}

static int tell_strcasecmp(const char *a, const char *b)
{
  READ_STRING(a);
  READ_STRING(b);
  return strcasecmp(a, b);
}

static int tell_strncasecmp(const char *a, const char *b, size_t n)
{
  READ_AT_MOST(a, n);
  READ_AT_MOST(b, n);
  return strncasecmp(a, b, n);
}

static char *tell_strchr(const char *s, int c)
{
  const char *found = strchr(s, c);
  READ(s, found ? (size_t)(found + 1 - s) : strlen(s) + 1);
  return (char *)found;
}

static char *tell_strrchr(const char *s, int c)
{
  READ_STRING(s);
  return (char *)strrchr(s, c);
}

static char *tell_strstr(const char *s, const char *part)
{
  READ_STRING(s);
  READ_STRING(part);
  return (char *)strstr(s, part);
}

static size_t tell_strspn(const char *s, const char *set)
{
  size_t n = strspn(s, set);
  READ(s, n + 1);
  READ_STRING(set);
  return n;
}

static size_t tell_strcspn(const char *s, const char *set)
{
  size_t n = strcspn(s, set);
  READ(s, n + 1);
  READ_STRING(set);
  return n;
}

static char *tell_strpbrk(const char *s, const char *set)
{
  READ(s, strcspn(s, set) + 1);
  READ_STRING(set);
  return (char *)strpbrk(s, set);
}

/* --- numbers --- */

#define DECIMAL(type, name, of)                                                \
  static type tell_##name(const char *s)                                       \
  {                                                                            \
    char *to;                                                                  \
    type value = of;                                                           \
    READ(s, to - s + 1);                                                       \
    return value;                                                              \
  }
NUMBER(float, strtof, char)
NUMBER(double, strtod, char)
NUMBER(long double, strtold, char)
BASED_NUMBER(long, strtol, char)
BASED_NUMBER(long long, strtoll, char)
BASED_NUMBER(unsigned long, strtoul, char)
BASED_NUMBER(unsigned long long, strtoull, char)
DECIMAL(int, atoi, (int)strtol(s, &to, 10))
DECIMAL(long, atol, strtol(s, &to, 10))
DECIMAL(long long, atoll, strtoll(s, &to, 10))
DECIMAL(double, atof, strtod(s, &to))

/* --- files --- */

/* Functions that go on to what the rank has in their place. */
static struct {
  ssize_t (*read)(int, void *, size_t);
  ssize_t (*write)(int, const void *, size_t);
  ssize_t (*pread)(int, void *, size_t, off_t);
  ssize_t (*pwrite)(int, const void *, size_t, off_t);
  ssize_t (*readv)(int, const struct iovec *, int);
  ssize_t (*writev)(int, const struct iovec *, int);
  size_t (*fwrite)(const void *, size_t, size_t, FILE *);
  int (*fputs)(const char *, FILE *);
  int (*puts)(const char *);
} next;

static size_t tell_fread(void *to, size_t size, size_t n, FILE *f)
{
  size_t got = size ? fread(to, 1, size * n, f) : 0;
  WRITE(to, got);
  return size ? got / size : 0;
}

static size_t tell_fwrite(const void *from, size_t size, size_t n, FILE *f)
{
  READ(from, size * n);
  return next.fwrite(from, size, n, f);
}

static char *tell_fgets(char *to, int n, FILE *f)
{
  char *got = fgets(to, n, f);
  if (got) WRITE_STRING(to);
  return got;
}

static int tell_fputs(const char *s, FILE *f)
{
  READ_STRING(s);
  return next.fputs(s, f);
}

static int tell_puts(const char *s)
{
  READ_STRING(s);
  return next.puts(s);
}

static ssize_t tell_read(int fd, void *to, size_t n)
{
  ssize_t got = next.read(fd, to, n);
  if (got > 0) WRITE(to, (size_t)got);
  return got;
}

static ssize_t tell_write(int fd, const void *from, size_t n)
{
  READ(from, n);
  return next.write(fd, from, n);
}

static ssize_t tell_pread(int fd, void *to, size_t n, off_t at)
{
  ssize_t got = next.pread(fd, to, n, at);
  if (got > 0) WRITE(to, (size_t)got);
  return got;
}

static ssize_t tell_pwrite(int fd, const void *from, size_t n, off_t at)
{
  READ(from, n);
  return next.pwrite(fd, from, n, at);
}

static ssize_t tell_readv(int fd, const struct iovec *v, int count)
{
  ssize_t got = next.readv(fd, v, count);
  size_t left = got > 0 ? (size_t)got : 0;
  for (int i = 0; i < count && left; i++) {
    size_t n = v[i].iov_len < left ? v[i].iov_len : left;
    WRITE(v[i].iov_base, n);
    left -= n;
  }
  return got;
}

static ssize_t tell_writev(int fd, const struct iovec *v, int count)
{
  for (int i = 0; i < count; i++)
    READ(v[i].iov_base, v[i].iov_len);
  return next.writev(fd, v, count);
}

#define FIND_NEXT(name)                                                        \
  do {                                                                         \
    *(void **)&next.name = libc_function(#name, false);                        \
    if (!next.name) next.name = name;                                          \
  } while (0)

void library_open(void)
{
  FIND_NEXT(read);
  FIND_NEXT(write);
  FIND_NEXT(pread);
  FIND_NEXT(pwrite);
  FIND_NEXT(readv);
  FIND_NEXT(writev);
  FIND_NEXT(fwrite);
  FIND_NEXT(fputs);
  FIND_NEXT(puts);
}

/* --- what newer compilers call in the place of the first three --- */

#define EXPORTED(name)                                                         \
  __attribute__((visibility(                                                   \
      "default"))) __typeof__(name) oriel_##name __asm__("__tsan_" #name)
EXPORTED(memcpy);
EXPORTED(memmove);
EXPORTED(memset);

void *oriel_memcpy(void *to, const void *from, size_t n)
{
  return memcpy(to, from, n);
}

void *oriel_memmove(void *to, const void *from, size_t n)
{
  return memmove(to, from, n);
}

void *oriel_memset(void *to, int c, size_t n)
{
  return memset(to, c, n);
}

#define ROW(name) {#name, tell_##name},
#define C23(name) {"__isoc23_" #name, tell_##name}, /* since glibc 2.38 */
const struct libc_entry library_table[] = {
    /* clang-format off */
    {"__tsan_memcpy", tell_memcpy}, {"__tsan_memmove", tell_memmove},
    {"__tsan_memset", tell_memset}, {"bcmp", tell_memcmp},
    ROW(memcpy) ROW(mempcpy) ROW(memmove) ROW(bcopy) ROW(memccpy) ROW(memset)
    ROW(bzero) ROW(explicit_bzero) ROW(memcmp) ROW(memchr) ROW(memrchr)
    ROW(memmem) ROW(wmemcpy) ROW(wmemmove) ROW(wmemset) ROW(qsort) ROW(qsort_r)
    ROW(strlen) ROW(strnlen) ROW(strcpy) ROW(stpcpy) ROW(strncpy) ROW(stpncpy)
    ROW(strcat) ROW(strncat) ROW(strlcpy) ROW(strlcat) ROW(memset_explicit)
    ROW(strcmp) ROW(strncmp) ROW(strcasecmp)
    ROW(strncasecmp) ROW(strchr) ROW(strrchr) ROW(strstr) ROW(strspn)
    ROW(strcspn) ROW(strpbrk) ROW(strdup) ROW(strndup)
    ROW(strtof) ROW(strtod) ROW(strtold) ROW(strtol) ROW(strtoll)
    ROW(strtoul) ROW(strtoull) ROW(atoi) ROW(atol) ROW(atoll) ROW(atof)
    C23(strtol) C23(strtoll) C23(strtoul) C23(strtoull)
    ROW(fread) ROW(fwrite) ROW(fgets) ROW(fputs) ROW(puts)
    ROW(read) ROW(write) ROW(pread) ROW(pwrite) ROW(readv) ROW(writev)
    {"pread64", tell_pread}, {"pwrite64", tell_pwrite},
    {"fread_unlocked", tell_fread}, {"fwrite_unlocked", tell_fwrite},
    {"fgets_unlocked", tell_fgets}, {"fputs_unlocked", tell_fputs},
    {NULL, NULL}
    /* clang-format on */
};
