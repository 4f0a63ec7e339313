/* A type map under construction: what every constructor builds with.
 *
 * Invariant: after type_map_add the fields are those of the entries added so
 * far; once something does not fit in 64 bits, `overflow` stays set and nothing
 * else is valid. */
#ifndef ORIEL_TYPE_MAP_H
#define ORIEL_TYPE_MAP_H

#include "datatype.h"
#include "layout.h"
#include "signature.h"

struct type_map {
  struct layout_builder places;
  struct signature_builder kinds;
  MPI_Count size, elements;
  MPI_Count low, high; /* bytes touched, when size > 0 */
  bool has_lb, has_ub;
  MPI_Count lb, ub;
  MPI_Count alignment;
  const struct datatype *element;
  bool mixed; /* more than one basic type */
  bool overflow;
  /* The last repetition that was added: indexed types repeat it. */
  const struct datatype *last;
  MPI_Count last_count, last_stride;
  struct layout *last_layout;
  struct signature *last_kinds;
};

/* Add `count` copies of a type, the first at `at`, at a stride in bytes. */
void type_map_add(struct type_map *, MPI_Count at, MPI_Count count,
                  MPI_Count stride, const struct datatype *);
/* The bounds, whatever the entries say; after the last type_map_add. */
void map_set_bounds(struct type_map *, MPI_Count lb, MPI_Count extent);
/* The type, without contents; the map is empty then. 0 or MPI_ERR_COUNT when it
 * exceeds 64 bits. */
int map_finish(struct type_map *, struct datatype **out);

/* A type of the same map, without contents. */
struct datatype *datatype_alike(const struct datatype *);

#endif
