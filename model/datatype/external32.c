/* Conversion run by run of a type's signature.
 *
 * Each basic type is `parts` numbers of `native` bytes that become `external`
 * bytes: most are only turned around; MPI_LONG and MPI_WCHAR also shrink (an
 * integer that does not fit loses its high bytes), the 80-bit long double
 * becomes a binary128. */
#include "external32.h"

#include "signature.h"
#include "../memory.h"

#include <stdlib.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the conversions below start from little-endian numbers"
#endif

struct format {
  int parts, native, external;
  bool is_signed; /* extend the sign when it grows */
  bool extended;  /* 80 bits in 16 bytes */
};

static int parts_of(enum basic basic)
{
  switch (basic) {
  case BASIC_COMPLEX_FLOAT16:
  case BASIC_COMPLEX_FLOAT:
  case BASIC_COMPLEX_DOUBLE:
  case BASIC_COMPLEX_LONG_DOUBLE:
  case BASIC_COMPLEX_FLOAT128:
    return 2;
  default:
    return 1;
  }
}

static struct format format_of(const struct datatype *basic)
{
  struct format format = {.parts = parts_of(basic->basic)};
  format.native = format.external = (int)basic->size / format.parts;
  if (basic->predefined == MPI_LONG || basic->predefined == MPI_UNSIGNED_LONG)
    format.external = 4;
  if (basic->predefined == MPI_WCHAR) format.external = 2;
  format.is_signed = basic->basic <= BASIC_INT64;
  format.extended = (basic->basic == BASIC_LONG_DOUBLE ||
                     basic->basic == BASIC_COMPLEX_LONG_DOUBLE) &&
                    __LDBL_MANT_DIG__ == 64;
  return format;
}

/* --- long double: sign and exponent are those of binary128; its 64 bits of
 * mantissa have an explicit leading one. Both in little-endian order. --- */

static void extended_to_binary128(const unsigned char *in, unsigned char *out)
{
  uint64_t mantissa, fraction[2];
  uint16_t sign_exponent;
  memcpy(&mantissa, in, 8);
  memcpy(&sign_exponent, in + 8, 2);
  mantissa <<= 1; /* without the leading one: 63 of 112 bits */
  fraction[1] = mantissa >> 16;
  fraction[0] = mantissa << 48;
  memcpy(out, fraction, 14);
  memcpy(out + 14, &sign_exponent, 2);
}

static void binary128_to_extended(const unsigned char *in, unsigned char *out)
{
  uint64_t fraction[2] = {0, 0}, mantissa;
  uint16_t sign_exponent;
  memcpy(fraction, in, 14);
  memcpy(&sign_exponent, in + 14, 2);
  mantissa = fraction[1] << 15 | fraction[0] >> 49;
  if (sign_exponent & 0x7fff) mantissa |= (uint64_t)1 << 63;
  memset(out, 0, 16);
  memcpy(out, &mantissa, 8);
  memcpy(out + 8, &sign_exponent, 2);
}

/* --- one number --- */

static void reverse(unsigned char *out, const unsigned char *in, int n)
{
  for (int i = 0; i < n; i++)
    out[i] = in[n - 1 - i];
}

static void to_external(const struct format *f, const unsigned char *in,
                        unsigned char *out)
{
  unsigned char wide[16];
  if (f->extended) {
    extended_to_binary128(in, wide);
    in = wide;
  }
  reverse(out, in, f->external);
}

static void to_native(const struct format *f, const unsigned char *in,
                      unsigned char *out)
{
  unsigned char wide[16];
  bool negative = f->is_signed && (in[0] & 0x80);
  reverse(wide, in, f->external);
  memset(wide + f->external, negative ? 0xff : 0,
         sizeof wide - (size_t)f->external);
  if (f->extended)
    binary128_to_extended(wide, out);
  else
    memcpy(out, wide, (size_t)f->native);
}

/* --- streams --- */

MPI_Count external32_size(MPI_Count count, const struct datatype *type)
{
  struct signature_cursor cursor;
  const struct datatype *basic;
  MPI_Count n, once = 0, total;
  signature_begin(&cursor, 1, type->sequence);
  while (signature_next(&cursor, &basic, &n)) {
    struct format f = format_of(basic);
    once += n * f.parts * f.external;
  }
  return __builtin_mul_overflow(once, count, &total) ? -1 : total;
}

static void convert(MPI_Count count, const struct datatype *type,
                    unsigned char *native, unsigned char *external, bool pack)
{
  struct signature_cursor cursor;
  const struct datatype *basic;
  MPI_Count n;
  signature_begin(&cursor, count, type->sequence);
  while (signature_next(&cursor, &basic, &n)) {
    struct format f = format_of(basic);
    for (MPI_Count i = 0; i < n * f.parts; i++) {
      if (pack)
        to_external(&f, native, external);
      else
        to_native(&f, external, native);
      native += f.native;
      external += f.external;
    }
  }
}

void external32_pack(const void *base, MPI_Count count,
                     const struct datatype *type, void *out)
{
  size_t bytes = (size_t)(count * type->size);
  unsigned char *stream = xmalloc(bytes);
  datatype_pack(base, count, type, 0, bytes, stream);
  convert(count, type, stream, out, true);
  free(stream);
}

void external32_unpack(void *base, MPI_Count count, const struct datatype *type,
                       const void *in)
{
  size_t bytes = (size_t)(count * type->size);
  unsigned char *stream = xmalloc(bytes);
  convert(count, type, stream, (unsigned char *)in, false);
  datatype_unpack(base, count, type, 0, bytes, stream);
  free(stream);
}
