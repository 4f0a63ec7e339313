/* Adding entries to a type map: sizes, bounds, layout and signature at once.
 *
 * Bounds follow MPI-4.1 5.1.7: the explicit ones of the entries if there are
 * any, else what is touched, the upper one rounded up so that the extent is a
 * multiple of the strictest alignment. */
#include "type_map.h"

#include "../error/fault.h"
#include "../pool.h"

#include <stdlib.h>

static bool add(MPI_Count a, MPI_Count b, MPI_Count *sum)
{
  return !__builtin_add_overflow(a, b, sum);
}

static bool multiply(MPI_Count a, MPI_Count b, MPI_Count *product)
{
  return !__builtin_mul_overflow(a, b, product);
}

/* Where the lowest and the highest of the copies begin. */
static bool copies_span(MPI_Count at, MPI_Count count, MPI_Count stride,
                        MPI_Count *lowest, MPI_Count *highest)
{
  MPI_Count last;
  if (!multiply(count - 1, stride, &last) || !add(at, last, &last))
    return false;
  *lowest = last < at ? last : at;
  *highest = last > at ? last : at;
  return true;
}

static bool add_bounds(struct type_map *map, MPI_Count lowest,
                       MPI_Count highest, const struct datatype *type)
{
  MPI_Count lb, ub;
  if (!add(lowest, type->lb, &lb)) return false;
  if (!add(highest, type->lb, &ub) || !add(ub, type->extent, &ub)) return false;
  if (type->has_lb && (!map->has_lb || lb < map->lb)) map->lb = lb;
  if (type->has_ub && (!map->has_ub || ub > map->ub)) map->ub = ub;
  map->has_lb |= type->has_lb;
  map->has_ub |= type->has_ub;
  return true;
}

static bool add_span(struct type_map *map, MPI_Count lowest, MPI_Count highest,
                     const struct datatype *type)
{
  MPI_Count low, high, span;
  if (!add(lowest, type->true_lb, &low)) return false;
  if (!add(highest, type->true_lb, &high)) return false;
  if (!add(high, type->true_extent, &high)) return false;
  if (!map->size || low < map->low) map->low = low;
  if (!map->size || high > map->high) map->high = high;
  return !__builtin_sub_overflow(map->high, map->low, &span);
}

static bool add_size(struct type_map *map, MPI_Count count,
                     const struct datatype *type)
{
  MPI_Count size, elements;
  if (!multiply(count, type->size, &size)) return false;
  if (!multiply(count, type->elements, &elements)) return false;
  return add(map->size, size, &map->size) &&
         add(map->elements, elements, &map->elements);
}

static void add_element(struct type_map *map, const struct datatype *type)
{
  if (!type->element || (map->element && map->element != type->element))
    map->mixed = true;
  map->element = type->element;
  if (type->alignment > map->alignment) map->alignment = type->alignment;
}

static void forget_last(struct type_map *map)
{
  layout_unref(map->last_layout);
  signature_unref(map->last_kinds);
  map->last = NULL;
  map->last_layout = NULL;
  map->last_kinds = NULL;
}

static void add_entries(struct type_map *map, MPI_Count at, MPI_Count count,
                        MPI_Count stride, const struct datatype *type)
{
  if (map->last != type || map->last_count != count ||
      map->last_stride != stride) {
    forget_last(map);
    map->last = type;
    map->last_count = count;
    map->last_stride = stride;
    map->last_layout = layout_repeat(count, stride, type->layout);
    map->last_kinds = signature_repeat(count, type->sequence);
  }
  layout_add(&map->places, at + type->origin, map->last_layout);
  signature_add(&map->kinds, map->last_kinds);
}

void type_map_add(struct type_map *map, MPI_Count at, MPI_Count count,
                  MPI_Count stride, const struct datatype *type)
{
  MPI_Count lowest, highest;
  if (map->overflow || count == 0) return;
  map->overflow = !copies_span(at, count, stride, &lowest, &highest) ||
                  !add_bounds(map, lowest, highest, type);
  if (map->overflow || type->size == 0) return;
  map->overflow =
      !add_span(map, lowest, highest, type) || !add_size(map, count, type);
  if (map->overflow) return;
  add_element(map, type);
  add_entries(map, at, count, stride, type);
}

void map_set_bounds(struct type_map *map, MPI_Count lb, MPI_Count extent)
{
  map->has_lb = map->has_ub = true;
  map->lb = lb;
  if (!add(lb, extent, &map->ub)) map->overflow = true;
}

/* Give up. */
static void map_discard(struct type_map *map)
{
  forget_last(map);
  MPI_Count first;
  layout_unref(layout_finish(&map->places, &first));
  signature_unref(signature_finish(&map->kinds));
}

/* The upper bound where none is explicit. */
static bool natural_ub(const struct type_map *map, MPI_Count lb, MPI_Count *ub)
{
  MPI_Count extent;
  if (__builtin_sub_overflow(map->high, lb, &extent)) return false;
  MPI_Count beyond = extent > 0 ? extent % map->alignment : 0;
  return add(map->high, beyond ? map->alignment - beyond : 0, ub);
}

static bool set_bounds(const struct type_map *map, struct datatype *type)
{
  MPI_Count ub;
  bool touched = map->size > 0;
  type->lb = map->has_lb ? map->lb : touched ? map->low : map->ub;
  if (map->has_ub)
    ub = map->ub;
  else if (!touched)
    ub = type->lb;
  else if (!natural_ub(map, type->lb, &ub))
    return false;
  return !__builtin_sub_overflow(ub, type->lb, &type->extent);
}

static bool is_contiguous(const struct datatype *type)
{
  if (!type->layout) return true;
  return type->layout->kind == LAYOUT_BLOCK && type->extent == type->size;
}

static void find_steps(struct datatype *type)
{
  enum { MOST = 7 };
  const struct layout *layout = type->layout;
  for (; layout && layout->kind == LAYOUT_STRIDED; layout = layout->child) {
    if (llabs(layout->stride) <= llabs(type->step)) continue;
    type->step = layout->stride;
    type->steps = (int)(layout->count <= MOST ? layout->count - 1 : MOST);
  }
}

int map_finish(struct type_map *map, struct datatype **out)
{
  struct datatype type = {.references = 1,
                          .size = map->size,
                          .has_lb = map->has_lb,
                          .has_ub = map->has_ub,
                          .alignment = map->size ? map->alignment : 1,
                          .elements = map->elements};
  if (map->overflow || !set_bounds(map, &type)) {
    map_discard(map);
    return fault(MPI_ERR_COUNT, ": the type exceeds 2^63 bytes [MPI-4.1 5.1]");
  }
  if (map->size) {
    type.true_lb = map->low;
    type.true_extent = map->high - map->low;
    type.absolute = map->low >= LOWEST_ADDRESS;
  }
  if (!map->mixed) type.element = map->element;
  type.basic = type.element ? type.element->basic : BASIC_NONE;
  forget_last(map);
  type.layout = layout_finish(&map->places, &type.origin);
  type.sequence = signature_finish(&map->kinds);
  type.contiguous = is_contiguous(&type);
  find_steps(&type);
  *out = pool_copy_bytes(&type, sizeof type);
  return 0;
}
