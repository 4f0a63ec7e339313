/* Conversion between binary16 and binary32 by their bits. */
#include "half.h"

#include <math.h>

/* binary16: 1 sign, 5 exponent (bias 15), 10 fraction bits. */
float half_to_float(uint16_t half)
{
  int exponent = half >> 10 & 31, fraction = half & 1023;
  float magnitude;
  if (exponent == 31)
    magnitude = fraction ? NAN : INFINITY;
  else if (exponent)
    magnitude = ldexpf((float)(1024 + fraction), exponent - 25);
  else
    magnitude = ldexpf((float)fraction, -24);
  return half & 0x8000 ? -magnitude : magnitude;
}

uint16_t half_from_float(float value)
{
  uint16_t sign = signbit(value) ? 0x8000 : 0;
  float magnitude = fabsf(value);
  if (isnan(value)) return sign | 0x7e00;
  if (magnitude >= 65520) return sign | 0x7c00; /* rounds to infinity */
  int exponent;
  frexpf(magnitude, &exponent);
  if (exponent < -13) exponent = -13; /* subnormal: one unit is 2^-24 */
  /* In units of the last place, rounded to nearest even; a carry out of the
   * fraction goes into the exponent as it should. */
  int units = (int)rintf(ldexpf(magnitude, 11 - exponent));
  if (units < 1024) return sign | (uint16_t)units;
  return sign | (uint16_t)(((exponent + 13) << 10) + units);
}
