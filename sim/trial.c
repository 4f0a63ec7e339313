/* Who tries to read memory that may not be there. */
#include "trial.h"

struct trial trial;

/* It is the program's memory, whatever a sanitizer holds of it. */
__attribute__((no_sanitize("address"))) static bool
copy(volatile char *to, const volatile char *from, size_t n)
{
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
  return true;
}

/* Who tries may be stepped through, by a handler that reads so. */
bool trial_read(void *to, const void *from, size_t n)
{
  const struct trial outer = trial;
  bool read = trial_begin() && copy(to, from, n);
  trial = outer;
  return read;
}

bool trial_can_write(void *at)
{
  char byte;
  return trial_read(&byte, at, 1) && trial_read(at, &byte, 1);
}
