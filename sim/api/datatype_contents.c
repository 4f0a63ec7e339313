/* How a datatype was built: envelope and contents. [MPI-4.1 5.1.13]
 *
 * A type that a large-count call built has large counts, which the plain
 * calls cannot return: asking them is an error of class MPI_ERR_TYPE. */
#include "datatype.h"

#include "../../model/datatype/contents.h"

#include <api.h>

int api_Type_get_envelope_c(MPI_Datatype handle, MPI_Count *integers,
                            MPI_Count *addresses, MPI_Count *large_counts,
                            MPI_Count *types, int *combiner)
{
  const struct datatype *type;
  int error = datatype_of(handle, "datatype", &type);
  if (error) return error;
  struct contents_sizes sizes = {0};
  *combiner = MPI_COMBINER_NAMED;
  if (type->contents) {
    sizes = contents_sizes(type->contents);
    *combiner = type->contents->combiner;
  }
  *integers = sizes.integers;
  *addresses = sizes.addresses;
  *large_counts = sizes.large_counts;
  *types = sizes.types;
  return 0;
}

static int needs_large(const char *what)
{
  return fault(MPI_ERR_TYPE,
               ": the datatype was built with large counts, ask "
               "MPI_Type_get_%s_c [MPI-4.1 5.1.13]",
               what);
}

int api_Type_get_envelope(MPI_Datatype handle, int *integers, int *addresses,
                          int *types, int *combiner)
{
  MPI_Count n, a, large, t;
  int c, error = api_Type_get_envelope_c(handle, &n, &a, &large, &t, &c);
  if (error) return error;
  if (large) return needs_large("envelope");
  *integers = int_or_undefined(n);
  *addresses = int_or_undefined(a);
  *types = int_or_undefined(t);
  *combiner = c;
  return 0;
}

static int check_room(const char *what, MPI_Count room, MPI_Count needed)
{
  if (room >= needed) return 0;
  return fault(MPI_ERR_ARG,
               ": max_%s is %lld, the datatype has %lld "
               "[MPI-4.1 5.1.13]",
               what, (long long)room, (long long)needed);
}

/* Predefined types keep their handle, others get a new one, of which MPI leaves
 * open whether it is committed: it is not. */
static int give_types(const struct contents *contents, MPI_Datatype *handles)
{
  int error = 0;
  for (MPI_Count i = 0; i < contents->types_count && !error; i++) {
    const struct datatype *type = contents->types[i];
    if (type->predefined)
      handles[i] = type->predefined;
    else
      error = datatype_give(datatype_ref(type), false, &handles[i]);
  }
  return error;
}

static int contents_of(MPI_Datatype handle, const struct contents **contents)
{
  const struct datatype *type;
  int error = datatype_of(handle, "datatype", &type);
  if (error) return error;
  *contents = type->contents;
  if (*contents) return 0;
  return fault(MPI_ERR_TYPE,
               ": %s is predefined, it has no contents "
               "[MPI-4.1 5.1.13]",
               datatype_default_name(type));
}

int api_Type_get_contents_c(MPI_Datatype handle, MPI_Count max_integers,
                            MPI_Count max_addresses, MPI_Count max_large_counts,
                            MPI_Count max_types, int integers[],
                            MPI_Aint addresses[], MPI_Count large_counts[],
                            MPI_Datatype types[])
{
  const struct contents *contents;
  int error = contents_of(handle, &contents);
  if (error) return error;
  struct contents_sizes sizes = contents_sizes(contents);
  error = check_room("integers", max_integers, sizes.integers);
  if (!error) error = check_room("addresses", max_addresses, sizes.addresses);
  if (!error)
    error = check_room("large_counts", max_large_counts, sizes.large_counts);
  if (!error) error = check_room("datatypes", max_types, sizes.types);
  if (!error) error = check_array(integers, sizes.integers, "integers");
  if (!error) error = check_array(addresses, sizes.addresses, "addresses");
  if (!error)
    error = check_array(large_counts, sizes.large_counts, "large_counts");
  if (!error) error = check_array(types, sizes.types, "datatypes");
  if (error) return error;
  contents_get(contents, integers, addresses, large_counts);
  return give_types(contents, types);
}

int api_Type_get_contents(MPI_Datatype handle, int max_integers,
                          int max_addresses, int max_types, int integers[],
                          MPI_Aint addresses[], MPI_Datatype types[])
{
  const struct contents *contents;
  int error = contents_of(handle, &contents);
  if (error) return error;
  if (contents_sizes(contents).large_counts) return needs_large("contents");
  return api_Type_get_contents_c(handle, max_integers, max_addresses, 0,
                                 max_types, integers, addresses, NULL, types);
}
