/* Keeping and giving back the arguments of a constructor; types by them. */
#include "contents.h"

#include "type_map.h"
#include "../memory.h"
#include "../pool.h"

#include <stdlib.h>
#include <string.h>

struct contents *contents_new(int combiner)
{
  struct contents *contents = pool_take_bytes(sizeof *contents);
  contents->combiner = combiner;
  contents->large = false;
  contents->count = contents->types_count = 0;
  contents->size = FEW_ARGUMENTS;
  contents->values = contents->few_values;
  contents->kinds = contents->few_kinds;
  contents->types = &contents->one_type;
  return contents;
}

static bool values_apart(const struct contents *contents)
{
  return contents->values != contents->few_values;
}

void contents_free(struct contents *contents)
{
  if (!contents) return;
  for (MPI_Count i = 0; i < contents->types_count; i++)
    datatype_unref((struct datatype *)contents->types[i]);
  if (contents->types_count > 1) free(contents->types);
  if (values_apart(contents)) free(contents->values);
  if (values_apart(contents)) free(contents->kinds);
  pool_give_bytes(contents, sizeof *contents);
}

static void reserve(struct contents *contents, MPI_Count more)
{
  if (contents->count + more <= contents->size) return;
  bool apart = values_apart(contents);
  size_t had = (size_t)contents->count, n = had + (size_t)more + 4;
  MPI_Count *values =
      xrealloc(apart ? contents->values : NULL, n * sizeof *contents->values);
  unsigned char *kinds = xrealloc(apart ? contents->kinds : NULL, n);
  if (!apart) memcpy(values, contents->values, had * sizeof *values);
  if (!apart) memcpy(kinds, contents->kinds, had);
  contents->values = values;
  contents->kinds = kinds;
  contents->size = (MPI_Count)n;
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
  if (n > 1) contents->types = xmalloc((size_t)n * sizeof *types);
  for (MPI_Count i = 0; i < n; i++)
    contents->types[i] = datatype_ref(types[i]);
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

/* --- types by their contents --- */

static struct {
  struct datatype **slots; /* lists of types */
  size_t mask, count;
} known;

/* The hash takes the addresses of types, too: it only says in which list to
 * look, and the order of a list decides nothing. */
static size_t slot_of(const struct contents *contents)
{
  uint64_t h = (uint64_t)contents->combiner * 2 + contents->large;
  for (MPI_Count i = 0; i < contents->count; i++)
    h = (h ^ (uint64_t)contents->values[i]) * 0x9e3779b97f4a7c15u;
  for (MPI_Count i = 0; i < contents->types_count; i++)
    h = (h ^ (uintptr_t)contents->types[i]) * 0xc2b2ae3d27d4eb4fu;
  return (size_t)(h >> 32) & known.mask;
}

/* What is a count and what an address follows from the combiner and the number
 * of values. */
static bool same_call(const struct contents *a, const struct contents *b)
{
  size_t values = (size_t)a->count * sizeof *a->values;
  size_t types = (size_t)a->types_count * sizeof *a->types;
  return a->combiner == b->combiner && a->large == b->large &&
         a->count == b->count && a->types_count == b->types_count &&
         !memcmp(a->values, b->values, values) &&
         !memcmp(a->types, b->types, types);
}

/* The place that points to what such a call has made, or to the end of the list
 * where that would be. */
static struct datatype **place_in(const struct contents *contents)
{
  struct datatype **at = &known.slots[slot_of(contents)];
  while (*at && !same_call((*at)->contents, contents))
    at = &(*at)->next;
  return at;
}

bool contents_known(struct contents *contents, struct datatype **out)
{
  struct datatype *type = known.slots ? *place_in(contents) : NULL;
  if (!type) return false;
  contents_free(contents);
  *out = datatype_ref(type);
  return true;
}

static void grow(void)
{
  struct datatype **old = known.slots;
  size_t slots = old ? known.mask + 1 : 0;
  known.mask = old ? 2 * slots - 1 : 63;
  known.slots = xcalloc(known.mask + 1, sizeof *known.slots);
  for (size_t i = 0; i < slots; i++)
    for (struct datatype *type = old[i], *next; type; type = next) {
      struct datatype **at = &known.slots[slot_of(type->contents)];
      next = type->next;
      type->next = *at;
      *at = type;
    }
  free(old);
}

int contents_built(int error, struct contents *contents, struct datatype **out)
{
  if (error) {
    contents_free(contents);
    return error;
  }
  if (!known.slots || known.count > known.mask) grow();
  struct datatype *type = *out, **at = place_in(contents);
  type->contents = contents;
  type->next = NULL;
  *at = type;
  known.count++;
  return 0;
}

void contents_forget(struct datatype *type)
{
  if (!type->contents) return;
  *place_in(type->contents) = type->next;
  known.count--;
}

struct datatype *contents_enlarged(struct datatype *type)
{
  const struct contents *small = type->contents;
  struct contents *contents = contents_new(small->combiner);
  struct datatype *large;
  contents->large = true;
  contents_set_types(contents, small->types_count, small->types);
  reserve(contents, small->count);
  contents->count = small->count;
  memcpy(contents->values, small->values,
         (size_t)small->count * sizeof *small->values);
  memcpy(contents->kinds, small->kinds, (size_t)small->count);
  if (!contents_known(contents, &large)) {
    large = datatype_alike(type);
    contents_built(0, contents, &large);
  }
  datatype_unref(type);
  return large;
}
