/* Keeping and giving back the arguments of a constructor. */
#include "contents.h"

#include "../memory.h"
#include "../pool.h"

#include <stdlib.h>

struct contents *contents_new(int combiner)
{
  struct contents *contents = pool_take_bytes(sizeof *contents);
  *contents = (struct contents){.combiner = combiner};
  return contents;
}

void contents_free(struct contents *contents)
{
  if (!contents) return;
  for (MPI_Count i = 0; i < contents->types_count; i++)
    datatype_unref((struct datatype *)contents->types[i]);
  free(contents->types);
  free(contents->values);
  free(contents->kinds);
  pool_give_bytes(contents, sizeof *contents);
}

static void reserve(struct contents *contents, MPI_Count more)
{
  if (contents->count + more <= contents->size) return;
  contents->size = contents->count + more + 4;
  size_t n = (size_t)contents->size;
  contents->values = xrealloc(contents->values, n * sizeof *contents->values);
  contents->kinds = xrealloc(contents->kinds, n);
}

void contents_add(struct contents *contents, enum argument_kind kind,
                  MPI_Count value)
{
  contents_add_counts(contents, kind, 1, &value);
}

void contents_add_counts(struct contents *contents, enum argument_kind kind,
                         MPI_Count n, const MPI_Count *values)
{
  reserve(contents, n);
  for (MPI_Count i = 0; i < n; i++) {
    contents->values[contents->count] = values[i];
    contents->kinds[contents->count++] = (unsigned char)kind;
  }
}

void contents_add_ints(struct contents *contents, MPI_Count n,
                       const int *values)
{
  reserve(contents, n);
  for (MPI_Count i = 0; i < n; i++)
    contents_add(contents, ARGUMENT_INT, values[i]);
}

void contents_set_types(struct contents *contents, MPI_Count n,
                        const struct datatype *const *types)
{
  contents->types_count = n;
  contents->types = xmemdup(types, (size_t)n * sizeof *types);
  for (MPI_Count i = 0; i < n; i++)
    datatype_ref(types[i]);
}

/* Where an argument goes. */
static enum argument_kind place_of(const struct contents *contents, MPI_Count i,
                                   bool *large)
{
  *large = contents->large && contents->kinds[i] != ARGUMENT_INT;
  return contents->kinds[i];
}

struct contents_sizes contents_sizes(const struct contents *contents)
{
  struct contents_sizes sizes = {.types = contents->types_count};
  for (MPI_Count i = 0; i < contents->count; i++) {
    bool large;
    enum argument_kind kind = place_of(contents, i, &large);
    if (large)
      sizes.large_counts++;
    else if (kind == ARGUMENT_ADDRESS)
      sizes.addresses++;
    else
      sizes.integers++;
  }
  return sizes;
}

void contents_get(const struct contents *contents, int *integers,
                  MPI_Aint *addresses, MPI_Count *large_counts)
{
  for (MPI_Count i = 0; i < contents->count; i++) {
    bool large;
    enum argument_kind kind = place_of(contents, i, &large);
    if (large)
      *large_counts++ = contents->values[i];
    else if (kind == ARGUMENT_ADDRESS)
      *addresses++ = contents->values[i];
    else
      *integers++ = (int)contents->values[i];
  }
}
