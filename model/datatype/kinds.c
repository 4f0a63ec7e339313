/* Tables of kinds. */
#include "kinds.h"

#include "contents.h"
#include "type_map.h"
#include "../error/fault.h"

/* --- by class and size --- */

static const char *class_name(int typeclass)
{
  switch (typeclass) {
  case MPI_TYPECLASS_INTEGER:
    return "integer";
  case MPI_TYPECLASS_REAL:
    return "real";
  case MPI_TYPECLASS_COMPLEX:
    return "complex";
  case MPIX_TYPECLASS_LOGICAL:
    return "logical";
  }
  return NULL;
}

int datatype_match_size(int typeclass, int size, const struct datatype **out)
{
  static const struct {
    int typeclass, size;
    MPI_Datatype handle;
  } table[] = {
      {MPI_TYPECLASS_INTEGER, 1, MPI_INTEGER1},
      {MPI_TYPECLASS_INTEGER, 2, MPI_INTEGER2},
      {MPI_TYPECLASS_INTEGER, 4, MPI_INTEGER4},
      {MPI_TYPECLASS_INTEGER, 8, MPI_INTEGER8},
      {MPI_TYPECLASS_INTEGER, 16, MPI_INTEGER16},
      {MPI_TYPECLASS_REAL, 2, MPI_REAL2},
      {MPI_TYPECLASS_REAL, 4, MPI_REAL4},
      {MPI_TYPECLASS_REAL, 8, MPI_REAL8},
      {MPI_TYPECLASS_REAL, 16, MPI_REAL16},
      {MPI_TYPECLASS_COMPLEX, 4, MPI_COMPLEX4},
      {MPI_TYPECLASS_COMPLEX, 8, MPI_COMPLEX8},
      {MPI_TYPECLASS_COMPLEX, 16, MPI_COMPLEX16},
      {MPI_TYPECLASS_COMPLEX, 32, MPI_COMPLEX32},
      {MPIX_TYPECLASS_LOGICAL, 1, MPI_LOGICAL1},
      {MPIX_TYPECLASS_LOGICAL, 2, MPI_LOGICAL2},
      {MPIX_TYPECLASS_LOGICAL, 4, MPI_LOGICAL4},
      {MPIX_TYPECLASS_LOGICAL, 8, MPI_LOGICAL8},
      {MPIX_TYPECLASS_LOGICAL, 16, MPI_LOGICAL16},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].typeclass == typeclass && table[i].size == size) {
      *out = datatype_predefined(table[i].handle);
      return 0;
    }
  if (!class_name(typeclass))
    return fault(MPI_ERR_ARG,
                 ": typeclass is %d, not an MPI_TYPECLASS_* "
                 "[MPI-4.1 19.1.9]",
                 typeclass);
  return fault(MPI_ERR_ARG,
               ": there is no %s type of %d bytes "
               "[MPI-4.1 19.1.9]",
               class_name(typeclass), size);
}

/* --- Fortran 90 kinds --- */

/* What a kind holds: decimal digits and exponents. The third is the 80-bit
 * format, which Fortran compilers know as kind 10. */
static const struct {
  int digits, range;
  MPI_Datatype real, complex;
} reals[] = {
    {6, 37, MPI_REAL4, MPI_COMPLEX8},
    {15, 307, MPI_REAL8, MPI_COMPLEX16},
    {18, 4931, MPI_LONG_DOUBLE, MPI_C_LONG_DOUBLE_COMPLEX},
    {33, 4931, MPI_REAL16, MPI_COMPLEX32},
};

static const struct {
  int range;
  MPI_Datatype handle;
} integers[] = {
    {2, MPI_INTEGER1},  {4, MPI_INTEGER2},   {9, MPI_INTEGER4},
    {18, MPI_INTEGER8}, {38, MPI_INTEGER16},
};

static int make_unnamed(MPI_Datatype base, int combiner, int n,
                        const int *arguments, struct datatype **out)
{
  struct contents *contents = contents_new(combiner);
  contents_add_ints(contents, n, arguments);
  if (contents_known(contents, out)) return 0;
  *out = datatype_alike(datatype_predefined(base));
  return contents_built(0, contents, out);
}

static int make_real(int p, int r, bool complex, struct datatype **out)
{
  int combiner = complex ? MPI_COMBINER_F90_COMPLEX : MPI_COMBINER_F90_REAL;
  if (p == MPI_UNDEFINED && r == MPI_UNDEFINED)
    return fault(MPI_ERR_ARG,
                 ": p and r are both MPI_UNDEFINED [MPI-4.1 19.1.9]");
  for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
    if (p <= reals[i].digits && r <= reals[i].range)
      return make_unnamed(complex ? reals[i].complex : reals[i].real, combiner,
                          2, (int[]){p, r}, out);
  return fault(MPI_ERR_ARG,
               ": there is no kind with p %d and r %d "
               "[MPI-4.1 19.1.9]",
               p, r);
}

int datatype_f90_real(int p, int r, struct datatype **out)
{
  return make_real(p, r, false, out);
}

int datatype_f90_complex(int p, int r, struct datatype **out)
{
  return make_real(p, r, true, out);
}

int datatype_f90_integer(int r, struct datatype **out)
{
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
    if (r <= integers[i].range)
      return make_unnamed(integers[i].handle, MPI_COMBINER_F90_INTEGER, 1, &r,
                          out);
  return fault(MPI_ERR_ARG, ": there is no kind with r %d [MPI-4.1 19.1.9]", r);
}

bool datatype_is_unnamed(const struct datatype *type)
{
  if (!type->contents) return false;
  int combiner = type->contents->combiner;
  return combiner == MPI_COMBINER_F90_REAL ||
         combiner == MPI_COMBINER_F90_COMPLEX ||
         combiner == MPI_COMBINER_F90_INTEGER;
}

bool datatype_is_f90(const struct datatype *type, int combiner, int first,
                     int second)
{
  const struct contents *contents = type->contents;
  if (!contents || contents->combiner != combiner) return false;
  if (contents->values[0] != first) return false;
  return combiner == MPI_COMBINER_F90_INTEGER || contents->values[1] == second;
}

/* --- pairs --- */

const struct datatype *datatype_value_index(const struct datatype *value,
                                            const struct datatype *index)
{
  static const struct {
    MPI_Datatype value, index, pair;
  } table[] = {
      {MPI_FLOAT, MPI_INT, MPI_FLOAT_INT},
      {MPI_DOUBLE, MPI_INT, MPI_DOUBLE_INT},
      {MPI_LONG, MPI_INT, MPI_LONG_INT},
      {MPI_INT, MPI_INT, MPI_2INT},
      {MPI_SHORT, MPI_INT, MPI_SHORT_INT},
      {MPI_LONG_DOUBLE, MPI_INT, MPI_LONG_DOUBLE_INT},
      {MPI_REAL, MPI_REAL, MPI_2REAL},
      {MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_2DOUBLE_PRECISION},
      {MPI_INTEGER, MPI_INTEGER, MPI_2INTEGER},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].value == value->predefined &&
        table[i].index == index->predefined)
      return datatype_predefined(table[i].pair);
  return NULL;
}
