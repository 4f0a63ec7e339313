/* A naive reference of datatypes for tests: the type map as the list that the
 * standard defines, and random types built beside it.
 *
 * Everything here is the definition written down as loops; nothing is shared
 * with the implementation but the sizes of basic types. */
#ifndef TYPEMAP_H
#define TYPEMAP_H

#include "model/datatype/datatype.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  const struct datatype *basic; /* never a pair: those are two entries */
  MPI_Count at;
  bool second; /* of a pair */
};

struct typemap {
  int n;
  struct entry *entries;
  bool has_lb, has_ub;
  MPI_Count lb, ub; /* explicit ones */
};

/* The same type, as the implementation and as the list. */
struct twin {
  struct datatype *type;
  struct typemap map;
};

static inline const struct datatype *basic(MPI_Datatype handle)
{
  return datatype_predefined(handle);
}

static inline void typemap_free(struct typemap *map)
{
  free(map->entries);
}

static inline void twin_free(struct twin *twin)
{
  datatype_unref(twin->type);
  typemap_free(&twin->map);
}

static inline void typemap_push(struct typemap *map,
                                const struct datatype *type, MPI_Count at,
                                bool second)
{
  if ((map->n & (map->n - 1)) == 0) /* room for the next power of two */
    map->entries =
        realloc(map->entries, 2 * ((size_t)map->n + 1) * sizeof *map->entries);
  map->entries[map->n++] = (struct entry){type, at, second};
}

static inline void typemap_lb(struct typemap *map, MPI_Count lb)
{
  if (!map->has_lb || lb < map->lb) map->lb = lb;
  map->has_lb = true;
}

static inline void typemap_ub(struct typemap *map, MPI_Count ub)
{
  if (!map->has_ub || ub > map->ub) map->ub = ub;
  map->has_ub = true;
}

/* All entries and markers of `part`, displaced. */
static inline void typemap_add(struct typemap *map, const struct typemap *part,
                               MPI_Count at)
{
  for (int i = 0; i < part->n; i++)
    typemap_push(map, part->entries[i].basic, at + part->entries[i].at,
                 part->entries[i].second);
  if (part->has_lb) typemap_lb(map, at + part->lb);
  if (part->has_ub) typemap_ub(map, at + part->ub);
}

static inline MPI_Count typemap_true_lb(const struct typemap *map)
{
  MPI_Count low = map->n ? map->entries[0].at : 0;
  for (int i = 0; i < map->n; i++)
    if (map->entries[i].at < low) low = map->entries[i].at;
  return low;
}

static inline MPI_Count typemap_true_ub(const struct typemap *map)
{
  MPI_Count high = map->n ? typemap_true_lb(map) : 0;
  for (int i = 0; i < map->n; i++) {
    MPI_Count end = map->entries[i].at + map->entries[i].basic->size;
    if (end > high) high = end;
  }
  return high;
}

static inline MPI_Count typemap_lower(const struct typemap *map)
{
  if (map->has_lb) return map->lb;
  return map->n ? typemap_true_lb(map) : 0;
}

static inline MPI_Count typemap_extent(const struct typemap *map)
{
  if (map->has_ub) return map->ub - typemap_lower(map);
  if (!map->n) return 0;
  MPI_Count extent = typemap_true_ub(map) - typemap_lower(map);
  MPI_Count alignment = 1;
  for (int i = 0; i < map->n; i++)
    if (map->entries[i].basic->alignment > alignment)
      alignment = map->entries[i].basic->alignment;
  while (extent > 0 && extent % alignment)
    extent++;
  return extent;
}

static inline MPI_Count typemap_size(const struct typemap *map)
{
  MPI_Count size = 0;
  for (int i = 0; i < map->n; i++)
    size += map->entries[i].basic->size;
  return size;
}

/* The map of `count` elements. */
static inline struct typemap typemap_repeat(const struct typemap *map,
                                            MPI_Count count)
{
  struct typemap all = {0};
  MPI_Count extent = typemap_extent(map);
  for (MPI_Count i = 0; i < count; i++)
    typemap_add(&all, map, i * extent);
  return all;
}

/* --- twins --- */

static inline struct twin twin_basic(MPI_Datatype handle)
{
  struct twin twin = {datatype_ref(basic(handle)), {0}};
  typemap_push(&twin.map, twin.type, 0, false);
  return twin;
}

static inline struct twin twin_pair(MPI_Datatype handle, MPI_Datatype value,
                                    MPI_Datatype index, MPI_Count at)
{
  struct twin twin = {datatype_ref(basic(handle)), {0}};
  typemap_push(&twin.map, basic(value), 0, false);
  typemap_push(&twin.map, basic(index), at, true);
  return twin;
}

/* --- random numbers, the same in every run --- */

struct random {
  uint64_t state;
};

static inline uint64_t random_bits(struct random *r)
{
  r->state = r->state * 6364136223846793005u + 1442695040888963407u;
  return r->state >> 33;
}

/* In [low, high]. */
static inline MPI_Count random_in(struct random *r, MPI_Count low,
                                  MPI_Count high)
{
  return low + (MPI_Count)(random_bits(r) % (uint64_t)(high - low + 1));
}

/* --- random types --- */

static inline struct twin random_basic(struct random *r)
{
  switch (random_in(r, 0, 8)) {
  case 0:
    return twin_basic(MPI_CHAR);
  case 1:
    return twin_basic(MPI_SHORT);
  case 2:
    return twin_basic(MPI_DOUBLE);
  case 3:
    return twin_basic(MPI_LONG_DOUBLE);
  case 4:
    return twin_basic(MPI_C_DOUBLE_COMPLEX);
  case 5:
    return twin_pair(MPI_DOUBLE_INT, MPI_DOUBLE, MPI_INT, 8);
  case 6:
    return twin_pair(MPI_SHORT_INT, MPI_SHORT, MPI_INT, 4);
  default:
    return twin_basic(MPI_INT);
  }
}

static inline void add_blocks(struct typemap *map, const struct typemap *old,
                              MPI_Count at, MPI_Count blocklength)
{
  MPI_Count extent = typemap_extent(old);
  for (MPI_Count i = 0; i < blocklength; i++)
    typemap_add(map, old, at + i * extent);
}

static inline struct twin random_vector(struct random *r, struct twin old)
{
  struct twin new = {0};
  MPI_Count count = random_in(r, 0, 4), length = random_in(r, 0, 3);
  MPI_Count extent = typemap_extent(&old.map), stride;
  if (random_in(r, 0, 1)) {
    stride = random_in(r, -3, 6);
    assert_int_equal(
        datatype_vector(count, length, stride, old.type, &new.type), 0);
    stride *= extent;
  } else {
    stride = random_in(r, -50, 100);
    assert_int_equal(
        datatype_hvector(count, length, stride, old.type, &new.type), 0);
  }
  for (MPI_Count i = 0; i < count; i++)
    add_blocks(&new.map, &old.map, i * stride, length);
  return new;
}

enum { MOST_BLOCKS = 12 };

static inline struct twin random_indexed(struct random *r, struct twin old)
{
  struct twin new = {0};
  MPI_Count lengths[MOST_BLOCKS], places[MOST_BLOCKS];
  MPI_Count n = random_in(r, 0, random_in(r, 0, 3) ? 4 : MOST_BLOCKS);
  MPI_Count extent = typemap_extent(&old.map), length = random_in(r, 0, 2);
  bool alike = random_in(r, 0, 1), bytes = random_in(r, 0, 1), error;
  for (MPI_Count i = 0; i < n; i++) {
    lengths[i] = alike ? length : random_in(r, 0, 3);
    places[i] = bytes ? random_in(r, -40, 120) : random_in(r, -3, 12);
    if (i && random_in(r, 0, 2) == 0) /* often what comes next */
      places[i] = places[i - 1] + lengths[i - 1] * (bytes ? extent : 1);
    add_blocks(&new.map, &old.map, places[i] * (bytes ? 1 : extent),
               lengths[i]);
  }
  if (alike && bytes)
    error = datatype_hindexed_block(n, length, places, old.type, &new.type);
  else if (alike)
    error = datatype_indexed_block(n, length, places, old.type, &new.type);
  else if (bytes)
    error = datatype_hindexed(n, lengths, places, old.type, &new.type);
  else
    error = datatype_indexed(n, lengths, places, old.type, &new.type);
  assert_false(error);
  return new;
}

static inline struct twin random_type(struct random *r, int depth);

static inline struct twin random_struct(struct random *r, struct twin old,
                                        int depth)
{
  struct twin new = {0}, parts[4];
  const struct datatype *types[5];
  MPI_Count lengths[5], places[5], n = random_in(r, 0, 4), i;
  parts[0] = old;
  for (i = 1; i < n; i++)
    parts[i] = random_in(r, 0, 2) ? random_basic(r) : random_type(r, depth - 1);
  for (i = 0; i < n; i++) {
    types[i] = parts[i].type;
    lengths[i] = random_in(r, 0, 2);
    places[i] = random_in(r, -20, 100);
    add_blocks(&new.map, &parts[i].map, places[i], lengths[i]);
  }
  if (random_in(r, 0, 4) == 0) { /* a marker of MPI-1 */
    bool upper = random_in(r, 0, 1);
    types[n] = basic(upper ? MPI_UB : MPI_LB);
    lengths[n] = 1;
    places[n] = upper ? random_in(r, 100, 200) : random_in(r, -50, -20);
    if (new.map.n || !upper) { /* the bounds of only an upper one are odd */
      if (upper)
        typemap_ub(&new.map, places[n]);
      else
        typemap_lb(&new.map, places[n]);
      n++;
    }
  }
  assert_int_equal(datatype_struct(n, lengths, places, types, &new.type), 0);
  for (MPI_Count k = 1; k < i; k++)
    twin_free(&parts[k]);
  return new;
}

static inline struct twin random_resized(struct random *r, struct twin old)
{
  struct twin new = {0};
  MPI_Count lb = random_in(r, -20, 20), extent = random_in(r, -10, 150);
  assert_int_equal(datatype_resized(old.type, lb, extent, &new.type), 0);
  typemap_add(&new.map, &old.map, 0);
  new.map.has_lb = new.map.has_ub = true;
  new.map.lb = lb;
  new.map.ub = lb + extent;
  return new;
}

/* Is the element at `index` of a dimension in the subarray? */
static inline struct twin random_subarray(struct random *r, struct twin old)
{
  struct twin new = {0};
  int ndims = (int)random_in(r, 1, 3);
  int order = random_in(r, 0, 1) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
  MPI_Count sizes[3], subsizes[3], starts[3], total = 1;
  MPI_Count extent = typemap_extent(&old.map);
  for (int d = 0; d < ndims; d++) {
    sizes[d] = random_in(r, 1, 4);
    subsizes[d] = random_in(r, 1, sizes[d]);
    starts[d] = random_in(r, 0, sizes[d] - subsizes[d]);
    total *= sizes[d];
  }
  assert_int_equal(datatype_subarray(ndims, sizes, subsizes, starts, order,
                                     old.type, &new.type),
                   0);
  for (MPI_Count i = 0; i < total; i++) {
    MPI_Count rest = i;
    bool inside = true;
    for (int k = 0; k < ndims; k++) {
      int d = order == MPI_ORDER_C ? ndims - 1 - k : k;
      MPI_Count index = rest % sizes[d];
      rest /= sizes[d];
      inside &= index >= starts[d] && index < starts[d] + subsizes[d];
    }
    if (inside) typemap_add(&new.map, &old.map, i * extent);
  }
  new.map.has_lb = new.map.has_ub = true;
  new.map.lb = 0;
  new.map.ub = total *extent;
  return new;
}

static inline struct twin random_darray(struct random *r, struct twin old)
{
  struct twin new = {0};
  int ndims = (int)random_in(r, 1, 3), size = 1;
  int order = random_in(r, 0, 1) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
  int distribs[3], dargs[3], psizes[3], coordinates[3];
  MPI_Count gsizes[3], blocks[3], total = 1;
  MPI_Count extent = typemap_extent(&old.map);
  for (int d = 0; d < ndims; d++) {
    gsizes[d] = random_in(r, 1, 6);
    distribs[d] = (int)random_in(r, MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_CYCLIC);
    psizes[d] =
        distribs[d] == MPI_DISTRIBUTE_NONE ? 1 : (int)random_in(r, 1, 3);
    blocks[d] = distribs[d] == MPI_DISTRIBUTE_CYCLIC ? 1 : gsizes[d];
    if (distribs[d] == MPI_DISTRIBUTE_BLOCK)
      blocks[d] = (gsizes[d] + psizes[d] - 1) / psizes[d];
    dargs[d] = MPI_DISTRIBUTE_DFLT_DARG;
    if (distribs[d] != MPI_DISTRIBUTE_NONE && random_in(r, 0, 1)) {
      MPI_Count least = distribs[d] == MPI_DISTRIBUTE_BLOCK ? blocks[d] : 1;
      blocks[d] = dargs[d] = (int)random_in(r, least, least + 2);
    }
    size *= psizes[d];
    total *= gsizes[d];
  }
  int rank = (int)random_in(r, 0, size - 1);
  for (int d = ndims - 1, rest = rank; d >= 0; rest /= psizes[d--])
    coordinates[d] = rest % psizes[d];
  assert_int_equal(datatype_darray(size, rank, ndims, gsizes, distribs, dargs,
                                   psizes, order, old.type, &new.type),
                   0);
  for (MPI_Count i = 0; i < total; i++) {
    MPI_Count rest = i;
    bool mine = true;
    for (int k = 0; k < ndims; k++) {
      int d = order == MPI_ORDER_C ? ndims - 1 - k : k;
      mine &= rest % gsizes[d] / blocks[d] % psizes[d] == coordinates[d];
      rest /= gsizes[d];
    }
    if (mine) typemap_add(&new.map, &old.map, i * extent);
  }
  new.map.has_lb = new.map.has_ub = true;
  new.map.lb = 0;
  new.map.ub = total *extent;
  return new;
}

static inline struct twin random_contiguous(struct random *r, struct twin old)
{
  struct twin new = {0};
  MPI_Count count = random_in(r, 0, 5);
  assert_int_equal(datatype_contiguous(count, old.type, &new.type), 0);
  add_blocks(&new.map, &old.map, 0, count);
  return new;
}

static inline struct twin random_type(struct random *r, int depth)
{
  if (depth <= 0) return random_basic(r);
  struct twin old = random_type(r, depth - 1), new = {0};
  switch (random_in(r, 0, 8)) {
  case 0:
    new = random_contiguous(r, old);
    break;
  case 1:
  case 2:
    new = random_vector(r, old);
    break;
  case 3:
    new = random_indexed(r, old);
    break;
  case 4:
    new = random_struct(r, old, depth);
    break;
  case 5:
    new = random_resized(r, old);
    break;
  case 6:
    new = random_subarray(r, old);
    break;
  case 7:
    new = random_darray(r, old);
    break;
  case 8:
    assert_int_equal(datatype_dup(old.type, &new.type), 0);
    typemap_add(&new.map, &old.map, 0);
    break;
  }
  twin_free(&old);
  return new;
}

#endif
