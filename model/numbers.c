/* Sets of numbers: their memory. */
#include "numbers.h"

#include "memory.h"

#include <string.h>

void numbers_grow(struct numbers *s, unsigned number)
{
  unsigned old = s->room;
  s->room = old ? old : 64;
  while (s->room <= number)
    s->room *= 2;
  unsigned had = old, has = s->room;
  for (int level = 0; level < NUMBERS_LEVELS; level++) {
    had = (had + 63) / 64;
    has = (has + 63) / 64;
    uint64_t *words = s->levels[level];
    if (has > had) words = xrealloc(words, has * sizeof *words);
    memset(words + had, 0, (has - had) * sizeof *words);
    s->levels[level] = words;
  }
}
