/* Updates of more elements than location.c keeps, and who fetched of them.
 *
 * Programs may take such values for an order between their ranks, which they
 * are not: an advice says so. Only the latest of both are kept, in the order in
 * which they came about. Invariant: nothing but words depends on it. */
#include "many.h"

#include "../datatype/datatype.h"

enum { LATEST = 16 };

static struct update {
  const char *low, *high;
  const struct caller *by; /* NULL: none yet */
  struct stamp at;
} updates[LATEST];

static struct fetch {
  const struct caller *update;
  struct stamp at; /* of the update */
  int reader;
} fetches[LATEST];

static unsigned update_count, fetch_count;
bool many_any;

static struct update update_of(const struct act *a,
                               const struct observed_data *memory)
{
  MPI_Count low, high;
  datatype_span(memory->count, memory->type, &low, &high);
  const char *base = memory->address;
  return (struct update){base + low, base + high, a->by, a->stamp};
}

void many_updated(const struct act *a, const struct observed_data *memory)
{
  many_any = true;
  updates[update_count++ % LATEST] = update_of(a, memory);
}

static void note(const struct update *u, int reader)
{
  const struct fetch *latest = &fetches[(fetch_count - 1) % LATEST];
  if (latest->update == u->by && latest->reader == reader &&
      latest->at.tick == u->at.tick)
    return;
  fetches[fetch_count++ % LATEST] = (struct fetch){u->by, u->at, reader};
}

void many_fetched(const struct act *a, const struct observed_data *memory)
{
  struct update f = update_of(a, memory);
  for (unsigned i = 0; i < LATEST; i++) {
    const struct update *u = &updates[(update_count - 1 - i) % LATEST];
    if (!u->by) return;
    if (u->at.strand == f.at.strand) continue;
    if (u->low >= f.high || f.low >= u->high) continue;
    note(u, f.at.strand);
    return;
  }
}

const struct caller *many_between(struct stamp at, int reader)
{
  for (unsigned i = 0; i < LATEST; i++) {
    const struct fetch *f = &fetches[(fetch_count - 1 - i) % LATEST];
    if (!f->update) return NULL;
    if (f->reader == reader && f->at.strand == at.strand &&
        f->at.tick >= at.tick)
      return f->update;
  }
  return NULL;
}
