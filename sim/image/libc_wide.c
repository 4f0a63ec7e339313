/* Wide characters on the standard outputs.
 *
 * stdio's stdout and stderr are streams of Oriel's, which take bytes only; so
 * wide characters are converted here, as the locale says. Other files, and
 * reading, are the C library's own. */
#include "libc.h"
#include "libc_print.h"

#include "../rank/strand.h"
#include "../../model/memory.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <wchar.h>

static bool is_output(const FILE *f)
{
  return f == stdout || f == stderr;
}

static wint_t put_character(wchar_t c, FILE *f)
{
  char bytes[MB_LEN_MAX];
  mbstate_t state = {0};
  size_t n = wcrtomb(bytes, c, &state);
  return n != (size_t)-1 && fwrite(bytes, 1, n, f) == n ? (wint_t)c : WEOF;
}

static wint_t put_printed(wchar_t c, FILE *f, struct pause pause)
{
  if (!is_output(f)) return fputwc(c, f);
  wint_t put = put_character(c, f);
  libc_printed(pause);
  return put;
}

static wint_t wide_fputwc(wchar_t c, FILE *f)
{
  return put_printed(c, f, PAUSE("fputwc"));
}

static wint_t wide_putwchar(wchar_t c)
{
  return put_printed(c, stdout, PAUSE("putwchar"));
}

static int put_text(const wchar_t *text, FILE *f, struct pause pause)
{
  for (; *text; text++)
    if (put_character(*text, f) == WEOF) return -1;
  libc_printed(pause);
  return 0;
}

static int wide_fputws(const wchar_t *text, FILE *f)
{
  if (!is_output(f)) return fputws(text, f);
  return put_text(text, f, PAUSE("fputws"));
}

/* vswprintf() does not tell how much room is wanted. */
static wchar_t *format_wide(const wchar_t *format, va_list args)
{
  enum { FIRST = 256, MOST = 1 << 28 };
  for (size_t room = FIRST; room <= MOST; room *= 2) {
    wchar_t *text = xmalloc(room * sizeof *text);
    va_list again;
    va_copy(again, args);
    errno = 0;
    int n = vswprintf(text, room, format, again);
    va_end(again);
    if (n >= 0) return text;
    free(text);
    if (errno == EILSEQ) return NULL;
  }
  return NULL;
}

static int print(FILE *f, const wchar_t *format, va_list args,
                 struct pause pause)
{
  if (!is_output(f)) return vfwprintf(f, format, args);
  wchar_t *text = format_wide(format, args);
  int n = text && !put_text(text, f, pause) ? (int)wcslen(text) : -1;
  free(text);
  return n;
}

PRINTS_LIST(wide_vwprintf, stdout, "vwprintf",
            (const wchar_t *format, va_list args))
PRINTS_LIST(wide_vfwprintf, f, "vfwprintf",
            (FILE * f, const wchar_t *format, va_list args))
PRINTS_LIST(wide_vwprintf_chk, stdout, "vwprintf",
            (FLAG, const wchar_t *format, va_list args))
PRINTS_LIST(wide_vfwprintf_chk, f, "vfwprintf",
            (FILE * f, FLAG, const wchar_t *format, va_list args))
PRINTS(wide_wprintf, stdout, "wprintf", (const wchar_t *format, ...))
PRINTS(wide_fwprintf, f, "fwprintf", (FILE * f, const wchar_t *format, ...))
PRINTS(wide_wprintf_chk, stdout, "wprintf", (FLAG, const wchar_t *format, ...))
PRINTS(wide_fwprintf_chk, f, "fwprintf",
       (FILE * f, FLAG, const wchar_t *format, ...))

const struct libc_entry libc_wide_table[] = {
    {"fputwc", wide_fputwc},
    {"putwc", wide_fputwc},
    {"fputwc_unlocked", wide_fputwc},
    {"putwc_unlocked", wide_fputwc},
    {"putwchar", wide_putwchar},
    {"putwchar_unlocked", wide_putwchar},
    {"fputws", wide_fputws},
    {"fputws_unlocked", wide_fputws},
    {"wprintf", wide_wprintf},
    {"fwprintf", wide_fwprintf},
    {"vwprintf", wide_vwprintf},
    {"vfwprintf", wide_vfwprintf},
    {"__wprintf_chk", wide_wprintf_chk},
    {"__fwprintf_chk", wide_fwprintf_chk},
    {"__vwprintf_chk", wide_vwprintf_chk},
    {"__vfwprintf_chk", wide_vfwprintf_chk},
    {NULL, NULL}};
