/* Drawing of noise. */
#include "noise.h"

#include "../../model/hash.h"

#include <string.h>

double noise_add(int rank, double date, double seconds)
{
  uint64_t bits;
  memcpy(&bits, &date, sizeof bits);
  bits += hash_spread(hash_spread(cost.noise_seed) + (uint64_t)rank);
  double drawn = (double)(hash_spread(bits) >> 11) * 0x1p-53;
  return seconds + spent(TERM_NOISE, seconds * cost.noise * drawn);
}
