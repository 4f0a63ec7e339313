/* Accesses to memory by functions of the C library, called as they are or as
 * what the compiler makes of that: cases.h. */
#include "cases.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* --- calls of constant size --- */

/* clang-format off */
#define SIZES(X)                                                               \
  X(1)                                                                         \
  X(2)                                                                         \
  X(3) X(4) X(5) X(7) X(8) X(9) X(12) X(15) X(16) X(17) X(24) X(31) X(32)      \
      X(33) X(48) X(63) X(64) X(65) X(96) X(100) X(127) X(128) X(129) X(200)   \
          X(255) X(256) X(257) X(511) X(512) X(1000) X(1023) X(1024) X(2048)   \
              X(4095) X(4096)
/* clang-format on */

static void blocks(void)
{
#define X(n)                                                                   \
  memcpy(start + 8, other, n);                                                 \
  snprintf(expected, sizeof expected, "w8-%d", 8 + n);                         \
  CASE("memcpy to, " #n, expected);                                            \
  memcpy(other, start + 8, n);                                                 \
  snprintf(expected, sizeof expected, "r8-%d", 8 + n);                         \
  CASE("memcpy from, " #n, expected);                                          \
  memmove(start + 9000, start + 9001, n);                                      \
  snprintf(expected, sizeof expected, "r9001-%d w9000-%d", 9001 + n,           \
           9000 + n);                                                          \
  CASE("memmove, " #n, expected);                                              \
  memset(start + 16, 0, n);                                                    \
  snprintf(expected, sizeof expected, "w16-%d", 16 + n);                       \
  CASE("memset, " #n, expected);                                               \
  sink = memcmp(start + 8, other, n) == 0;                                     \
  snprintf(expected, sizeof expected, "r8-%d", 8 + n);                         \
  CASE("memcmp, " #n, expected);                                               \
  __builtin_memcpy(start + 8, other, n);                                       \
  snprintf(expected, sizeof expected, "w8-%d", 8 + n);                         \
  CASE("__builtin_memcpy, " #n, expected);                                     \
  __builtin_memset(start + 8, 1, n);                                           \
  snprintf(expected, sizeof expected, "w8-%d", 8 + n);                         \
  CASE("__builtin_memset, " #n, expected);
  char expected[64];
  SIZES(X)
#undef X
}

static int compare_bytes(const void *a, const void *b)
{
  return *(const char *)a - *(const char *)b;
}

static void format(char *to, size_t n, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vsnprintf(to, n, format, args);
  va_end(args);
}

static void strings(void)
{
  char *w = (char *)start, *o = (char *)other;
  strcpy(w + 10, "hello");
  CASE("strcpy of a constant", "w10-16");
  sink = (int)strlen(w + 10);
  CASE("strlen", "r10-16");
  strcpy(o, w + 10);
  CASE("strcpy", "r10-16");
  strcat(w + 10, " you");
  CASE("strcat", "w15-20 r10-16");
  strncpy(w + 100, "ab", 8);
  CASE("strncpy", "w100-108");
#if __GLIBC_PREREQ(2, 38)
  sink = (int)strlcpy(w + 100, w + 10, 4);
  CASE("strlcpy", "r10-20 w100-104");
  sink = (int)strlcat(w + 100, w + 16, 50);
  CASE("strlcat", "r100-104 r16-20 w103-107");
#endif
#if __GLIBC_PREREQ(2, 43)
  memset_explicit(w + 100, 1, hundred);
  CASE("memset_explicit", "w100-200");
#endif
  sink = strcmp(w + 10, "help");
  CASE("strcmp", "r10-14");
  sink = strncmp(w + 10, "hello", 2);
  CASE("strncmp", "r10-12");
}

static void formatted(void)
{
  char *w = (char *)start;
  snprintf(w + 200, 6, "%d", 1234567 + four);
  CASE("snprintf", "w200-206");
  sprintf(w + 200, "%d", hundred);
  CASE("sprintf", "w200-204");
  sprintf(w + 200, "plain");
  CASE("sprintf of a constant", "w200-206");
  format(w + 200, 50, "%s", "abc");
  CASE("vsnprintf", "w200-204");
}

/* In what the former left. */
static void searched(void)
{
  char *w = (char *)start;
  free(strdup(w + 200));
  CASE("strdup", "r200-204");
  sink = strchr(w + 200, 'b') != NULL;
  CASE("strchr", "r200-202");
  sink = memchr(w + 200, 'c', 50) != NULL;
  CASE("memchr", "r200-203");
  qsort(w + 300, 9, 1, compare_bytes);
  CASE("qsort", "w300-309");
}

static void files(void)
{
  char *w = (char *)start;
  FILE *f = tmpfile();
  fwrite(w + 400, 4, 5, f);
  CASE("fwrite", "r400-420");
  rewind(f);
  sink = (int)fread(w + 500, 4, 9, f);
  CASE("fread", "w500-520");
  rewind(f);
  sink = (int)fread(w + 500, 16, 9, f);
  CASE("fread of a part", "w500-520");
  fputs(w + 200, f);
  CASE("fputs", "r200-204");
  rewind(f);
  memset(other, 'x', 30);
  fwrite(other, 1, 30, f);
  rewind(f);
  sink = fgets(w + 600, 11, f) != NULL;
  CASE("fgets", "w600-611");
  fclose(f);
}

static void more_strings(void)
{
  char *w = (char *)start, *rest = w + 100;
  wchar_t *wide = (wchar_t *)(start + 1000);
  wcscpy(wide, L"abc");
  CASE("wcscpy", "w1000-1016");
  sink = (int)wcslen(wide);
  CASE("wcslen", "r1000-1016");
  sink = wcsncmp(wide, L"abd", 2);
  CASE("wcsncmp", "r1000-1008");
  sink = wcscmp(wide, L"axx") + (wcschr(wide, L'a') != NULL);
  CASE("wcscmp, wcschr", "r1000-1008");
  wcsncat(wide, L"defg", 2);
  CASE("wcsncat", "r1000-1016 w1012-1024");
  sink = (int)wcscspn(wide, L"c");
  CASE("wcscspn", "r1000-1012");
  sink = wcspbrk(wide, L"xb") != NULL;
  CASE("wcspbrk", "r1000-1008");
  sink = wmemchr(wide, L'b', 9) != NULL;
  CASE("wmemchr", "r1000-1008");
  strcpy(w + 100, "12,x");
  CASE("strcpy before strsep", "w100-105");
  sink = (int)strtoumax(w + 100, NULL, 10);
  CASE("strtoumax", "r100-103");
  sink = strcoll(w + 100, "12") + strverscmp(w + 100, "12");
  CASE("strcoll, strverscmp", "r100-105");
  sink = *strchrnul(w + 100, 'x');
  CASE("strchrnul", "r100-104 (r100-104)");
  sink = strsep(&rest, ",") != NULL;
  CASE("strsep", "r100-103 w102-103");
  swab(other, w + 200, 5);
  CASE("swab", "w200-204");
  size_t room = 50;
  char *line = w + 300;
  FILE *f = tmpfile();
  fputs("one\ntwo\n", f);
  rewind(f);
  sink = (int)getline(&line, &room, f);
  CASE("getline", "w300-305");
  sink = (int)fread_unlocked(w + 400, 1, 2, f);
  CASE("fread_unlocked", "w400-402");
  fclose(f);
  wcscpy(wide, L"12x");
  CASE("wcscpy before numbers", "w1000-1016");
  sink = (int)wcstoll(wide, NULL, 10) + (int)wcstof(wide, NULL);
  CASE("wcstoll, wcstof", "r1000-1012");
  f = tmpfile();
  fputws(wide, f);
  CASE("fputws", "r1000-1016");
  rewind(f);
  sink = fgetws(wide + 10, 9, f) != NULL;
  CASE("fgetws", "w1040-1056");
  fclose(f);
}

/* Compilers warn of these. */
static const char *volatile odd = "%d (50%) of %Zu %b %s, %.2ls";
int old_sscanf(const char *, const char *, ...) __asm__("sscanf");

/* What the arguments of a format are read or written for. */
static void printed(void)
{
  char *w = (char *)start;
  wchar_t *wide = (wchar_t *)(start + 1000);
  int *count = (int *)(start + 64);
  void *x = start + 80;
  FILE *f = tmpfile();
  strcpy(w + 100, "twelve bytes");
  wcscpy(wide, L"abc");
  CASE("texts to print", "w100-113 w1000-1016");
  fprintf(f, "%d %s, %g\n", four, w + 100, 0.5);
  CASE("fprintf, %s", "r100-113");
  fprintf(f, "%Lf%5.1f%-*s", 1.5L, 2.5, 20, w + 107);
  CASE("fprintf, behind other types", "r107-113");
  fprintf(f, "%.4s|%.*s", w + 100, 3, w + 20000);
  CASE("fprintf, with precisions", "r100-104 r20000-20001");
  fprintf(f, "%2$s%%%1$*3$d", four, w + 110, three);
  CASE("fprintf, by places", "r110-113");
  fprintf(f, "%ls%c%hhd%zu%n", wide, 'c', (char)four, (size_t)9, count);
  CASE("fprintf, %ls and %n", "r1000-1016 w64-68");
  fprintf(f, odd, four, (size_t)9, 5u, w + 110, wide);
  CASE("fprintf, what is no conversion, and a precision of %ls",
       "r110-113 r1000-1008");
  fprintf(f, "%s%p", (char *)NULL, (void *)w);
  fprintf(f, w + 105, 0);
  CASE("fprintf, a format", "r105-113");
  format(w + 300, 50, "%ld%s", 1L, w + 109);
  CASE("vsnprintf, %s", "r109-113 w300-305");
  sprintf(w + 300, "%s%s", w + 110, w + 111);
  CASE("sprintf, %s", "r110-113 w300-304");
  char **made = (char **)x;
  sink = asprintf(made, "%s", w + 110);
  CASE("asprintf", "r110-113 w80-88");
  free(*made);
  dprintf(fileno(f), "%s", w + 109);
  CASE("dprintf", "r109-113 (r80-88)");
  swprintf(wide + 10, 9, L"%d", hundred);
  CASE("swprintf", "w1040-1056");
  fclose(f);
}

static void scanned(void)
{
  char *w = (char *)start, mode;
  int *n = (int *)(start + 64);
  double *x = (double *)(start + 80);
  FILE *f = tmpfile();
  fputs("1 2 3.5 word 4 5 six", f);
  rewind(f);
  sink = fscanf(f, "%d%hd%lf", n, (short *)(n + 1), x);
  CASE("fscanf, numbers", "w64-70 w80-88");
  sink = fscanf(f, "%*s%d%9[0-9 ]%d", n, w + 200, n + 2);
  CASE("fscanf that stops", "w64-68 w200-204");
  sink = fscanf(f, "%9s%d", w + 200, n);
  CASE("fscanf, %s", "w200-204");
  strcpy(w + 100, "7:ab 0x1f");
  CASE("strcpy before sscanf", "w100-110");
  sink = sscanf(w + 100, "%d:%2c%lx", n, w + 300, (long *)x);
  CASE("sscanf", "r100-110 w64-68 w300-302 w80-88");
  sink = sscanf("8 9", "%2$d %1$Lf", (long double *)(start + 160), n);
  CASE("sscanf, by places", "w64-68 w160-176");
  sink = old_sscanf("ab 5", "%as %d", (char **)x, n);
  CASE("sscanf of before C99", "w64-68 w80-88");
  sink = sscanf("x", "%c%%%d", &mode, n);
  CASE("sscanf of nothing", "");
  fclose(f);
}

static void results(void)
{
  char *w = (char *)start, *rest;
  double *x = (double *)(start + 80);
  strcpy(w + 100, ",12;x");
  CASE("strcpy before strtok", "w100-106");
  sink = *strtok(w + 100, ",;");
  CASE("strtok", "r100-104 w103-104");
  sink = *strtok(NULL, ",;");
  CASE("strtok, on", "r104-106");
  sink = strtok(NULL, ",;") == NULL;
  CASE("strtok, at the end", "r105-106");
  strcpy(w + 100, "ab c");
  CASE("strcpy before strtok_r", "w100-105");
  sink = *strtok_r(w + 100, " ", &rest);
  CASE("strtok_r", "r100-103 w102-103");
  sink = (int)modf(four / 3.0, x);
  CASE("modf", "w80-88");
  sink = (int)frexpf(four, (int *)x);
  CASE("frexpf", "w80-84");
  sincos(four, x, x + 1);
  CASE("sincos", "w80-96");
  sink = (int)mbstowcs((wchar_t *)(start + 1000), "abc", 9);
  CASE("mbstowcs", "w1000-1016");
  sink = (int)wcstombs(w + 200, (wchar_t *)(start + 1000), 3);
  CASE("wcstombs", "r1000-1012 w200-203");
  sink = (int)mbstowcs((wchar_t *)(start + 1000), w + 200, 2);
  CASE("mbstowcs of a part", "r200-202 w1000-1008");
  sink = getcwd(w + 300, 1) != NULL;
  CASE("getcwd without room", "");
  sink = inet_ntop(AF_INET, "\1\2\3\4", w + 300, 20) != NULL;
  CASE("inet_ntop", "w300-308");
  time_t date = 0;
  struct tm *day = gmtime_r(&date, (struct tm *)(start + 400));
  sink = (int)strftime(w + 300, 20, "%Y", day);
  CASE("strftime", "w300-305 (w400-456) r400-456");
}

/* What needs a clock or a host: tests/litmus/origin_records_bad.c */
static void dates(void)
{
  char *w = (char *)start;
  time_t *date = (time_t *)(start + 800);
  struct tm *day = (struct tm *)(start + 400);
  *date = 0;
  CASE("a date", "w800-808");
  sink = localtime_r(date, day) == NULL;
  CASE("localtime_r", "r800-808 w400-456");
  sink = gmtime_r(date, day) == NULL;
  CASE("gmtime_r", "r800-808 w400-456");
  sink = (int)mktime(day);
  CASE("mktime", "w400-456");
  sink = (int)timegm(day);
  CASE("timegm", "w400-456");
  sink = *asctime_r(day, w + 500);
  CASE("asctime_r", "r400-456 w500-526");
  sink = *ctime_r(date, w + 500);
  CASE("ctime_r", "r800-808 w500-526");
}

static void names_and_states(void)
{
  char *w = (char *)start;
  unsigned short *state = (unsigned short *)(start + 64);
  sink = stat("/", (struct stat *)(start + 1000));
  CASE("stat", "w1000-1144");
  sink = lstat("/", (struct stat *)(start + 1000));
  CASE("lstat", "w1000-1144");
  sink = fstat(-1, (struct stat *)(start + 1000));
  CASE("fstat of nothing", "");
  sink = readlink("/proc/self/cwd", w + 300, 1) != 1;
  CASE("readlink", "w300-301");
  sink = rand_r((unsigned *)(start + 64));
  CASE("rand_r", "w64-68");
  sink = erand48(state) < 0;
  CASE("erand48", "w64-70");
  sink = nrand48(state) < 0;
  CASE("nrand48", "w64-70");
  sink = jrand48(state) == 1;
  CASE("jrand48", "w64-70");
}

int main(int argc, char **argv)
{
  if (!begin_cases(argc, argv)) return 2;
  blocks();
  strings();
  formatted();
  searched();
  files();
  more_strings();
  printed();
  scanned();
  results();
  dates();
  names_and_states();
  return 0;
}
