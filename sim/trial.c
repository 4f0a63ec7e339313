/* Who tries to read memory that may not be there. */
#include "trial.h"

struct trial trial;

__attribute__((no_sanitize("address"), no_sanitize("undefined"))) void
trial_copy(volatile void *to, const volatile void *from, size_t n)
{
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
