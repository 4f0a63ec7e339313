/* Who tries to read memory that may not be there. */
#include "trial.h"

#include <stdint.h>

struct trial trial;

/* Anywhere. */
typedef volatile uint16_t half __attribute__((aligned(1), may_alias));
typedef volatile uint32_t word __attribute__((aligned(1), may_alias));
typedef volatile uint64_t longer __attribute__((aligned(1), may_alias));

__attribute__((no_sanitize("address"), no_sanitize("undefined"))) void
trial_copy(volatile void *to, const volatile void *from, size_t n)
{
  if (n == sizeof(half)) {
    *(half *)to = *(const half *)from;
    return;
  }
  if (n == sizeof(word)) {
    *(word *)to = *(const word *)from;
    return;
  }
  if (n == sizeof(longer)) {
    *(longer *)to = *(const longer *)from;
    return;
  }
  volatile char *there = to;
  const volatile char *here = from;
  for (size_t i = 0; i < n; i++)
    there[i] = here[i];
}

/* Who tries may be stepped through, by a handler that reads so. */
bool trial_read(void *to, const void *from, size_t n)
{
  const struct trial outer = trial;
  bool read = trial_begin() && (trial_copy(to, from, n), true);
  trial = outer;
  return read;
}

bool trial_can_write(void *at)
{
  char byte;
  return trial_read(&byte, at, 1) && trial_read(at, &byte, 1);
}
