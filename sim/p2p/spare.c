/* Memory in place of a buffer that is too short. */
#include "spare.h"

#include "../../model/memory.h"

#include <stdlib.h>
#include <string.h>

/* From the first byte of all pieces to the last; false: nothing is cut, or what
 * lies between is more than is worth it. */
static bool span_of(const struct piece *pieces, int n, uintptr_t *low,
                    uintptr_t *high)
{
  enum { FAR = 1 << 30 };
  bool cut = false;
  *low = UINTPTR_MAX;
  *high = 0;
  for (const struct piece *p = pieces; p < pieces + n; p++) {
    MPI_Count first, last;
    if (!datatype_span(p->count, p->type, &first, &last)) return false;
    if (first == last) continue;
    uintptr_t from = (uintptr_t)p->at + (uintptr_t)first;
    uintptr_t to = (uintptr_t)p->at + (uintptr_t)last;
    if (from < *low) *low = from;
    if (to > *high) *high = to;
    cut = cut || p->fit < p->count;
  }
  return cut && *high - *low <= FAR;
}

struct spare *spare_new(const struct piece *pieces, int n)
{
  uintptr_t low, high;
  if (!span_of(pieces, n, &low, &high)) return NULL;
  struct spare *s = xmalloc(sizeof *s + (size_t)n * sizeof *pieces);
  s->memory = xcalloc(1, high - low);
  s->away = (ptrdiff_t)((uintptr_t)s->memory - low);
  s->n = n;
  memcpy(s->pieces, pieces, (size_t)n * sizeof *pieces);
  for (const struct piece *p = pieces; p < pieces + n; p++)
    if (p->fit > 0)
      datatype_copy(spare_shift(p->at, s->away), p->fit, p->type, p->at, p->fit,
                    p->type);
  return s;
}

void spare_end(struct spare *s)
{
  for (const struct piece *p = s->pieces; p < s->pieces + s->n; p++)
    if (p->write && p->fit > 0)
      datatype_copy(p->at, p->fit, p->type, spare_shift(p->at, s->away), p->fit,
                    p->type);
  free(s->memory);
  free(s);
}
