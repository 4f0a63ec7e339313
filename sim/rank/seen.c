/* What a strand has read in a round of its loop, as it was when the strand was
 * parked.
 *
 * A round is made of what it reads: as long as that is the same, the next one
 * does what the last one has done, and nobody need look. Invariant: memory that
 * is gone counts as changed, so that its program faults, as it would alone. */
#include "seen.h"

#include "../../model/memory.h"
#include "../trial.h"

#include <stdlib.h>
#include <string.h>

struct seen {
  int count;
  struct seen_span spans[]; /* and then the bytes, as they were */
};

/* It is the program's memory, whatever a sanitizer holds of it. */
__attribute__((no_sanitize("address"))) static bool
differ(uint64_t at, const char *was, size_t size)
{
  const volatile char *is = (void *)at;
  for (size_t i = 0; i < size; i++)
    if (is[i] != was[i]) return true;
  return false;
}

static char *bytes_of(struct seen *s)
{
  return (char *)(s->spans + s->count);
}

void seen_keep(struct seen **seen, const struct seen_span *spans, int count)
{
  size_t size = 0;
  for (int i = 0; i < count; i++)
    size += spans[i].size;
  free(*seen);
  *seen = NULL;
  if (count == 0) return;
  struct seen *s = *seen =
      xmalloc(sizeof *s + (size_t)count * sizeof *spans + size);
  s->count = count;
  memcpy(s->spans, spans, (size_t)count * sizeof *spans);
  char *were = bytes_of(s);
  for (int i = 0; i < count; were += spans[i++].size)
    trial_copy(were, (void *)spans[i].at, spans[i].size);
}

static bool any_differs(struct seen *s)
{
  const char *were = bytes_of(s);
  for (int i = 0; i < s->count; were += s->spans[i++].size)
    if (differ(s->spans[i].at, were, s->spans[i].size)) return true;
  return false;
}

bool seen_changed(struct seen *s)
{
  bool same = s && trial_begin() && !any_differs(s);
  trial_end();
  return !same;
}
