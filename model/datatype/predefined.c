/* The predefined types: one table, from which they are made on first use.
 *
 * Invariant: a predefined type never changes after that, and lives for ever.
 * [MPI-4.1 3.2.2, 6.9.4; the handles are the ABI's] */
#include "datatype.h"
#include "layout.h"
#include "signature.h"

#include <complex.h>
#include <wchar.h>

struct row {
  MPI_Datatype handle;
  const char *name;
  enum basic basic;
  MPI_Count size, alignment;
};

#define ROW(handle, basic, type)                                               \
  {                                                                            \
    handle, #handle, BASIC_##basic, sizeof(type), _Alignof(type)               \
  }

static const struct row rows[] = {
    ROW(MPI_AINT, INT64, MPI_Aint),
    ROW(MPI_COUNT, INT64, MPI_Count),
    ROW(MPI_OFFSET, INT64, MPI_Offset),
    ROW(MPI_PACKED, BYTE, char),
    ROW(MPI_SHORT, INT16, short),
    ROW(MPI_INT, INT32, int),
    ROW(MPI_LONG, INT64, long),
    ROW(MPI_LONG_LONG, INT64, long long),
    ROW(MPI_UNSIGNED_SHORT, UINT16, short),
    ROW(MPI_UNSIGNED, UINT32, unsigned),
    ROW(MPI_UNSIGNED_LONG, UINT64, long),
    ROW(MPI_UNSIGNED_LONG_LONG, UINT64, long long),
    ROW(MPI_FLOAT, FLOAT, float),
    ROW(MPI_C_FLOAT_COMPLEX, COMPLEX_FLOAT, float complex),
    ROW(MPI_CXX_FLOAT_COMPLEX, COMPLEX_FLOAT, float complex),
    ROW(MPI_DOUBLE, DOUBLE, double),
    ROW(MPI_C_DOUBLE_COMPLEX, COMPLEX_DOUBLE, double complex),
    ROW(MPI_CXX_DOUBLE_COMPLEX, COMPLEX_DOUBLE, double complex),
    ROW(MPI_LOGICAL, LOGICAL32, int32_t),
    ROW(MPI_INTEGER, INT32, int32_t),
    ROW(MPI_REAL, FLOAT, float),
    ROW(MPI_COMPLEX, COMPLEX_FLOAT, float complex),
    ROW(MPI_DOUBLE_PRECISION, DOUBLE, double),
    ROW(MPI_DOUBLE_COMPLEX, COMPLEX_DOUBLE, double complex),
    ROW(MPI_CHARACTER, TEXT, char),
    ROW(MPI_LONG_DOUBLE, LONG_DOUBLE, long double),
    ROW(MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX_LONG_DOUBLE, long double complex),
    ROW(MPI_CXX_LONG_DOUBLE_COMPLEX, COMPLEX_LONG_DOUBLE, long double complex),
    ROW(MPI_C_BOOL, BOOL, bool),
    ROW(MPI_CXX_BOOL, BOOL, bool),
    ROW(MPI_WCHAR, TEXT, wchar_t),
    ROW(MPI_INT8_T, INT8, int8_t),
    ROW(MPI_UINT8_T, UINT8, uint8_t),
    ROW(MPI_CHAR, CHAR, char),
    ROW(MPI_SIGNED_CHAR, INT8, int8_t),
    ROW(MPI_UNSIGNED_CHAR, UINT8, uint8_t),
    ROW(MPI_BYTE, BYTE, char),
    ROW(MPI_INT16_T, INT16, int16_t),
    ROW(MPI_UINT16_T, UINT16, uint16_t),
    ROW(MPI_INT32_T, INT32, int32_t),
    ROW(MPI_UINT32_T, UINT32, uint32_t),
    ROW(MPI_INT64_T, INT64, int64_t),
    ROW(MPI_UINT64_T, UINT64, uint64_t),
    ROW(MPI_LOGICAL1, LOGICAL8, int8_t),
    ROW(MPI_INTEGER1, INT8, int8_t),
    ROW(MPI_LOGICAL2, LOGICAL16, int16_t),
    ROW(MPI_INTEGER2, INT16, int16_t),
    ROW(MPI_REAL2, FLOAT16, int16_t),
    ROW(MPI_LOGICAL4, LOGICAL32, int32_t),
    ROW(MPI_INTEGER4, INT32, int32_t),
    ROW(MPI_REAL4, FLOAT, float),
    ROW(MPI_COMPLEX4, COMPLEX_FLOAT16, int16_t[2]),
    ROW(MPI_LOGICAL8, LOGICAL64, int64_t),
    ROW(MPI_INTEGER8, INT64, int64_t),
    ROW(MPI_REAL8, DOUBLE, double),
    ROW(MPI_COMPLEX8, COMPLEX_FLOAT, float complex),
    ROW(MPI_LOGICAL16, LOGICAL128, __int128),
    ROW(MPI_INTEGER16, INT128, __int128),
    ROW(MPI_REAL16, FLOAT128, __float128),
    ROW(MPI_COMPLEX16, COMPLEX_DOUBLE, double complex),
    ROW(MPI_COMPLEX32, COMPLEX_FLOAT128, __float128[2]),
};

/* The value and the index of a pair, laid out as a C struct. */
struct pair {
  MPI_Datatype handle;
  const char *name;
  enum basic basic;
  MPI_Datatype value, index;
  MPI_Count at, extent, alignment; /* `at`: of the index */
};

#define PAIR(handle, basic, value, value_type, index, index_type)              \
  {                                                                            \
    handle, #handle, BASIC_##basic, value, index,                              \
        offsetof(                                                              \
            struct {                                                           \
              value_type v;                                                    \
              index_type i;                                                    \
            },                                                                 \
            i),                                                                \
        sizeof(struct {                                                        \
          value_type v;                                                        \
          index_type i;                                                        \
        }),                                                                    \
        _Alignof(struct {                                                      \
          value_type v;                                                        \
          index_type i;                                                        \
        }),                                                                    \
  }

static const struct pair pairs[] = {
    PAIR(MPI_FLOAT_INT, FLOAT_INT, MPI_FLOAT, float, MPI_INT, int),
    PAIR(MPI_DOUBLE_INT, DOUBLE_INT, MPI_DOUBLE, double, MPI_INT, int),
    PAIR(MPI_LONG_INT, LONG_INT, MPI_LONG, long, MPI_INT, int),
    PAIR(MPI_2INT, INT_INT, MPI_INT, int, MPI_INT, int),
    PAIR(MPI_SHORT_INT, SHORT_INT, MPI_SHORT, short, MPI_INT, int),
    PAIR(MPI_LONG_DOUBLE_INT, LONG_DOUBLE_INT, MPI_LONG_DOUBLE, long double,
         MPI_INT, int),
    PAIR(MPI_2REAL, FLOAT_FLOAT, MPI_REAL, float, MPI_REAL, float),
    PAIR(MPI_2DOUBLE_PRECISION, DOUBLE_DOUBLE, MPI_DOUBLE_PRECISION, double,
         MPI_DOUBLE_PRECISION, double),
    PAIR(MPI_2INTEGER, INT_INT, MPI_INTEGER, int32_t, MPI_INTEGER, int32_t),
};

struct datatype datatypes_predefined[DATATYPE_HANDLES];
static const char *names[DATATYPE_HANDLES];

static struct datatype *slot_of(MPI_Datatype handle)
{
  return &datatypes_predefined[(uintptr_t)handle - DATATYPE_FIRST];
}

static struct datatype *make(MPI_Datatype handle, const char *name)
{
  struct datatype *type = slot_of(handle);
  names[type - datatypes_predefined] = name;
  *type = (struct datatype){.references = 1,
                            .predefined = handle,
                            .contiguous = true,
                            .alignment = 1};
  return type;
}

static void make_element(struct datatype *type, enum basic basic,
                         MPI_Count size, MPI_Count extent, MPI_Count alignment)
{
  type->size = size;
  type->extent = extent;
  type->alignment = alignment;
  type->element = type;
  type->basic = basic;
  type->elements = 1;
}

static void make_single(const struct row *row)
{
  struct datatype *type = make(row->handle, row->name);
  make_element(type, row->basic, row->size, row->size, row->alignment);
  type->true_extent = row->size;
  type->layout = layout_block(row->size);
  type->sequence = signature_run(type, 1);
}

static void make_pair(const struct pair *pair)
{
  struct datatype *type = make(pair->handle, pair->name);
  const struct datatype *value = slot_of(pair->value);
  const struct datatype *index = slot_of(pair->index);
  make_element(type, pair->basic, value->size + index->size, pair->extent,
               pair->alignment);
  struct layout_builder places = {0};
  layout_add(&places, 0, value->layout);
  layout_add(&places, pair->at, index->layout);
  type->layout = layout_finish(&places, &type->origin);
  struct signature_builder kinds = {0};
  signature_add(&kinds, value->sequence);
  signature_add(&kinds, index->sequence);
  type->sequence = signature_finish(&kinds);
  type->true_extent = pair->at + index->size;
  type->contiguous = type->size == type->extent;
}

/* MPI-1's markers of explicit bounds: no data, a displacement in a struct. */
static void make_marker(MPI_Datatype handle, const char *name)
{
  struct datatype *type = make(handle, name);
  type->has_lb = handle == MPI_LB;
  type->has_ub = handle == MPI_UB;
}

static void make_all(void)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    make_single(&rows[i]);
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    make_pair(&pairs[i]);
  make_marker(MPI_LB, "MPI_LB");
  make_marker(MPI_UB, "MPI_UB");
}

const struct datatype *datatype_predefined_made(MPI_Datatype handle)
{
  if (!slot_of(MPI_INT)->references) make_all();
  struct datatype *type = slot_of(handle);
  return type->references ? type : NULL;
}

const char *datatype_default_name(const struct datatype *type)
{
  if (!type->predefined) return "derived datatype";
  return names[type - datatypes_predefined];
}
