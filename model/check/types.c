/* Basic types, run by run of their signature. */
#include "types.h"

#include "../datatype/datatype.h"
#include "../datatype/signature.h"

#include <stdio.h>

enum { RUNS = 4 }; /* shown */

/* The next run, with those of the same type behind it. */
static bool next_run(struct signature_cursor *c, const struct datatype **basic,
                     MPI_Count *n, const struct datatype **ahead,
                     MPI_Count *ahead_n)
{
  if (!*ahead && !signature_next(c, ahead, ahead_n)) return false;
  *basic = *ahead;
  *n = *ahead_n;
  for (*ahead = NULL; signature_next(c, ahead, ahead_n); *ahead = NULL) {
    if (*ahead != *basic) return true;
    *n += *ahead_n;
  }
  *ahead = NULL;
  return true;
}

void types_text(const struct observed_data *d, char *text, size_t size)
{
  struct signature_cursor c;
  const struct datatype *basic, *ahead = NULL;
  MPI_Count n, ahead_n;
  size_t used = 0;
  snprintf(text, size, "nothing");
  if (!d->count || !d->type->sequence) return;
  signature_begin(&c, d->count, d->type->sequence);
  for (int i = 0; next_run(&c, &basic, &n, &ahead, &ahead_n); i++) {
    if (used >= size) break;
    if (i == RUNS) {
      snprintf(text + used, size - used, ", ...");
      break;
    }
    used +=
        (size_t)snprintf(text + used, size - used, "%s%lld %s", i ? ", " : "",
                         (long long)n, datatype_default_name(basic));
  }
  signature_end(&c);
}

bool types_fit(const struct observed_data *from,
               const struct observed_data *into)
{
  if (from->type == into->type && from->count <= into->count) return true;
  return signature_fits(from->count, from->type->sequence, into->count,
                        into->type->sequence);
}

bool types_equal(const struct observed_data *a, const struct observed_data *b)
{
  return (a->type == b->type && a->count == b->count) ||
         datatype_same_signature(a->count, a->type, b->count, b->type);
}
