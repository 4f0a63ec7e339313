/* Functions of C++'s library that access the memory they are given: what its
 * streams read and write, numbers in text, hashes. (Templates that are no part
 * of the library are compiled with the program, and tell by themselves.) */
#include "library.h"

#include "tell.h"

#include <stdbool.h>
#include <string.h>

/* --- input --- */

struct istream;
long istream_gcount(const struct istream *) __asm__("_ZNKSi6gcountEv");

struct istream *istream_read(struct istream *, char *,
                             long) __asm__("_ZNSi4readEPcl");
static struct istream *tell_istream_read(struct istream *in, char *to, long n)
{
  istream_read(in, to, n);
  size_t got = (size_t)istream_gcount(in);
  if (got) WRITE(to, got);
  return in;
}

long istream_readsome(struct istream *, char *,
                      long) __asm__("_ZNSi8readsomeEPcl");
static long tell_istream_readsome(struct istream *in, char *to, long n)
{
  long got = istream_readsome(in, to, n);
  if (got > 0) WRITE(to, (size_t)got);
  return got;
}

/* Text, with its end. */
#define TEXT(name, symbol)                                                     \
  struct istream *name(struct istream *, char *, long) __asm__(symbol);        \
  static struct istream *tell_##name(struct istream *in, char *to, long n)     \
  {                                                                            \
    name(in, to, n);                                                           \
    if (n > 0) WRITE(to, strnlen(to, (size_t)n - 1) + 1);                      \
    return in;                                                                 \
  }
TEXT(istream_get, "_ZNSi3getEPcl")
TEXT(istream_getline, "_ZNSi7getlineEPcl")

#define TEXT_TO(name, symbol)                                                  \
  struct istream *name(struct istream *, char *, long, char) __asm__(symbol);  \
  static struct istream *tell_##name(struct istream *in, char *to, long n,     \
                                     char end)                                 \
  {                                                                            \
    name(in, to, n, end);                                                      \
    if (n > 0) WRITE(to, strnlen(to, (size_t)n - 1) + 1);                      \
    return in;                                                                 \
  }
TEXT_TO(istream_get_to, "_ZNSi3getEPclc")
TEXT_TO(istream_getline_to, "_ZNSi7getlineEPclc")

void istream_word(struct istream *, char *,
                  long) __asm__("_ZSt17__istream_extractRSiPcl");
static void tell_istream_word(struct istream *in, char *to, long n)
{
  istream_word(in, to, n);
  WRITE(to, strlen(to) + 1);
}

/* What one value is stored in. */
#define VALUE(name, type, symbol)                                              \
  struct istream *name(struct istream *, type *) __asm__(symbol);              \
  static struct istream *tell_##name(struct istream *in, type *to)             \
  {                                                                            \
    name(in, to);                                                              \
    WRITE(to, sizeof *to);                                                     \
    return in;                                                                 \
  }
VALUE(istream_char, char, "_ZNSi3getERc")
VALUE(istream_next_char, char,
      "_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_")
VALUE(istream_short, short, "_ZNSirsERs")
VALUE(istream_int, int, "_ZNSirsERi")

/* By the operator, and by what that calls where it is inline. */
#define NUMBERS(each)                                                          \
  each(bool, b) each(unsigned short, t) each(unsigned, j) each(long, l)        \
      each(unsigned long, m) each(long long, x) each(unsigned long long, y)    \
          each(float, f) each(double, d) each(long double, e) each(void *, Pv)
#define OPERATOR(type, code) VALUE(istream_##code, type, "_ZNSirsER" #code)
#define EXTRACT(type, code)                                                    \
  VALUE(istream_extract_##code, type, "_ZNSi10_M_extractI" #code "EERSiRT_")
NUMBERS(OPERATOR)
NUMBERS(EXTRACT)

/* --- output --- */

struct ostream;

#define OUTPUT(name, symbol)                                                   \
  struct ostream *name(struct ostream *, const char *, long) __asm__(symbol);  \
  static struct ostream *tell_##name(struct ostream *out, const char *from,    \
                                     long n)                                   \
  {                                                                            \
    if (n > 0) READ(from, (size_t)n);                                          \
    return name(out, from, n);                                                 \
  }
OUTPUT(ostream_write, "_ZNSo5writeEPKcl")
OUTPUT(ostream_insert,
       "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"
       "PKS3_l")

struct ostream *ostream_text(struct ostream *, const char *) __asm__(
    "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc");
static struct ostream *tell_ostream_text(struct ostream *out, const char *text)
{
  if (text) READ_STRING(text);
  return ostream_text(out, text);
}

/* --- numbers in text, hashes --- */

struct number_end {
  const char *at;
  int error;
};
#define NUMBER_IN(name, type, symbol)                                          \
  struct number_end name(const char *, const char *, type *,                   \
                         unsigned) __asm__(symbol);                            \
  static struct number_end tell_##name(const char *from, const char *end,      \
                                       type *to, unsigned format)              \
  {                                                                            \
    struct number_end got = name(from, end, to, format);                       \
    READ(from, (size_t)(got.at - from) + (got.at < end));                      \
    if (!got.error) WRITE(to, sizeof *to);                                     \
    return got;                                                                \
  }
NUMBER_IN(float_in, float, "_ZSt10from_charsPKcS0_RfSt12chars_format")
NUMBER_IN(double_in, double, "_ZSt10from_charsPKcS0_RdSt12chars_format")
NUMBER_IN(long_double_in, long double,
          "_ZSt10from_charsPKcS0_ReSt12chars_format")

size_t hash_bytes(const void *, size_t,
                  size_t) __asm__("_ZSt11_Hash_bytesPKvmm");
static size_t tell_hash_bytes(const void *from, size_t n, size_t seed)
{
  READ(from, n);
  return hash_bytes(from, n, seed);
}

const struct libc_entry library_cxx_table[] = {
    /* clang-format off */
    {"_ZNSi4readEPcl", tell_istream_read},
    {"_ZNSi8readsomeEPcl", tell_istream_readsome},
    {"_ZNSi3getEPcl", tell_istream_get},
    {"_ZNSi7getlineEPcl", tell_istream_getline},
    {"_ZNSi3getEPclc", tell_istream_get_to},
    {"_ZNSi7getlineEPclc", tell_istream_getline_to},
    {"_ZSt17__istream_extractRSiPcl", tell_istream_word},
    {"_ZNSi3getERc", tell_istream_char},
    {"_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_",
     tell_istream_next_char},
    {"_ZNSirsERs", tell_istream_short},
    {"_ZNSirsERi", tell_istream_int},
#define ROW(type, code) {"_ZNSirsER" #code, tell_istream_##code},
    NUMBERS(ROW)
#undef ROW
#define ROW(type, code) \
    {"_ZNSi10_M_extractI" #code "EERSiRT_", tell_istream_extract_##code},
    NUMBERS(ROW)
#undef ROW
    {"_ZNSo5writeEPKcl", tell_ostream_write},
    {"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"
     "PKS3_l", tell_ostream_insert},
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
     tell_ostream_text},
    {"_ZSt10from_charsPKcS0_RfSt12chars_format", tell_float_in},
    {"_ZSt10from_charsPKcS0_RdSt12chars_format", tell_double_in},
    {"_ZSt10from_charsPKcS0_ReSt12chars_format", tell_long_double_in},
    {"_ZSt11_Hash_bytesPKvmm", tell_hash_bytes},
    {NULL, NULL}
    /* clang-format on */
};
