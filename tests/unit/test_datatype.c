/* Datatypes by hand: the standard's examples, bounds and markers, sizes near
 * the limits, contents, kinds, and types that must not cost what they say. */
#include "typemap.h"

#include "model/datatype/contents.h"
#include "model/datatype/kinds.h"
#include "model/datatype/layout.h"
#include "model/datatype/signature.h"
#include "model/error/fault.h"

/* A constructor that must succeed. */
#define MAKE(call) assert_int_equal(call, 0)

static void check_bounds(const struct datatype *type, MPI_Count lb,
                         MPI_Count extent, MPI_Count true_lb,
                         MPI_Count true_extent)
{
  assert_int_equal(type->lb, lb);
  assert_int_equal(type->extent, extent);
  assert_int_equal(type->true_lb, true_lb);
  assert_int_equal(type->true_extent, true_extent);
}

/* --- predefined types --- */

static void check_predefined(const struct datatype *type)
{
  assert_ptr_equal(datatype_predefined(type->predefined), type);
  assert_null(type->contents);
  if (type->predefined == MPI_LB || type->predefined == MPI_UB) return;
  assert_true(type->size > 0);
  assert_ptr_equal(type->element, type);
  assert_int_equal(type->elements, 1);
}

static void test_predefined(void **state)
{
  int n = 0;
  (void)state;
  for (int i = 0; i < DATATYPE_HANDLES; i++)
    if (datatype_predefined((MPI_Datatype)(intptr_t)(DATATYPE_FIRST + i))) {
      check_predefined(&datatypes_predefined[i]);
      n++;
    }
  assert_int_equal(n, 72);
  assert_null(datatype_predefined(MPI_DATATYPE_NULL));
  assert_null(datatype_predefined((MPI_Datatype)0x204f));
  assert_string_equal(datatype_default_name(basic(MPI_INT)), "MPI_INT");
  assert_string_equal(datatype_default_name(basic(MPI_2INT)), "MPI_2INT");
}

/* Pairs are laid out as C structs, their size has no padding. */
static void test_pairs(void **state)
{
  static const struct {
    MPI_Datatype handle;
    MPI_Count size, extent, true_extent;
  } pairs[] = {
      {MPI_FLOAT_INT, 8, 8, 8},   {MPI_DOUBLE_INT, 12, 16, 12},
      {MPI_LONG_INT, 12, 16, 12}, {MPI_2INT, 8, 8, 8},
      {MPI_SHORT_INT, 6, 8, 8},   {MPI_LONG_DOUBLE_INT, 20, 32, 20},
      {MPI_2REAL, 8, 8, 8},       {MPI_2DOUBLE_PRECISION, 16, 16, 16},
      {MPI_2INTEGER, 8, 8, 8},
  };
  (void)state;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const struct datatype *pair = basic(pairs[i].handle);
    assert_int_equal(pair->size, pairs[i].size);
    check_bounds(pair, 0, pairs[i].extent, 0, pairs[i].true_extent);
  }
}

/* --- examples of the standard --- */

/* type {(double, 0), (char, 8)}: extent 16. [Example 5.1] */
static struct datatype *double_char(void)
{
  struct datatype *type;
  MPI_Count lengths[] = {1, 1}, places[] = {0, 8};
  const struct datatype *types[] = {basic(MPI_DOUBLE), basic(MPI_CHAR)};
  MAKE(datatype_struct(2, lengths, places, types, &type));
  return type;
}

static void test_constructors(void **state)
{
  struct datatype *old = double_char(), *type;
  (void)state;
  check_bounds(old, 0, 16, 0, 9);
  MAKE(datatype_contiguous(3, old, &type)); /* Example 5.2 */
  check_bounds(type, 0, 48, 0, 41);
  datatype_unref(type);
  MAKE(datatype_vector(2, 3, 4, old, &type)); /* Example 5.3 */
  check_bounds(type, 0, 112, 0, 105);
  assert_int_equal(type->elements, 12);
  datatype_unref(type);
  MAKE(datatype_vector(3, 1, -2, old, &type)); /* Example 5.4 */
  check_bounds(type, -64, 80, -64, 73);
  datatype_unref(type);
  MPI_Count lengths[] = {3, 1}, places[] = {4, 0}; /* Example 5.5 */
  MAKE(datatype_indexed(2, lengths, places, old, &type));
  check_bounds(type, 0, 112, 0, 105);
  assert_int_equal(type->origin, 64);
  datatype_unref(type);
  datatype_unref(old);
}

/* struct of (2 floats at 0, 1 of the type above at 16, 3 chars at 26).
 * [Example 5.7] */
static void test_struct(void **state)
{
  struct datatype *old = double_char(), *type;
  MPI_Count lengths[] = {2, 1, 3}, places[] = {0, 16, 26};
  const struct datatype *types[] = {basic(MPI_FLOAT), old, basic(MPI_CHAR)};
  (void)state;
  MAKE(datatype_struct(3, lengths, places, types, &type));
  assert_int_equal(type->size, 8 + 9 + 3);
  check_bounds(type, 0, 32, 0, 29);
  assert_int_equal(type->layout->blocks, 3);
  datatype_unref(type);
  datatype_unref(old);
}

/* --- bounds --- */

static void test_markers(void **state)
{
  struct datatype *type, *twice;
  MPI_Count lengths[] = {1, 1, 1}, places[] = {-3, 0, 6};
  const struct datatype *types[] = {basic(MPI_LB), basic(MPI_INT),
                                    basic(MPI_UB)};
  (void)state;
  /* {(lb, -3), (int, 0), (ub, 6)}: the standard's type D. [5.1.6] */
  MAKE(datatype_struct(3, lengths, places, types, &type));
  check_bounds(type, -3, 9, 0, 4);
  /* two of it: {(lb, -3), (int, 0), (int, 9), (ub, 15)} */
  MAKE(datatype_contiguous(2, type, &twice));
  check_bounds(twice, -3, 18, 0, 13);
  datatype_unref(twice);
  /* explicit bounds stay with a type made of it */
  places[0] = 0;
  places[1] = 100;
  types[0] = type;
  MAKE(datatype_struct(2, lengths, places, types, &twice));
  check_bounds(twice, -3, 9, 0, 104);
  datatype_unref(twice);
  datatype_unref(type);
}

static void test_resized(void **state)
{
  struct datatype *type, *again;
  (void)state;
  MAKE(datatype_resized(basic(MPI_INT), 0, 12, &type));
  check_bounds(type, 0, 12, 0, 4);
  assert_false(type->contiguous);
  MAKE(datatype_resized(type, 0, 4, &again));
  check_bounds(again, 0, 4, 0, 4);
  assert_true(again->contiguous);
  datatype_unref(again);
  MAKE(datatype_resized(type, 8, -4, &again));
  check_bounds(again, 8, -4, 0, 4);
  datatype_unref(again);
  datatype_unref(type);
}

static void test_empty(void **state)
{
  struct datatype *none, *many, *resized;
  MPI_Count low, high;
  (void)state;
  MAKE(datatype_contiguous(0, basic(MPI_INT), &none));
  check_bounds(none, 0, 0, 0, 0);
  MAKE(datatype_vector(5, 3, 100, none, &many));
  check_bounds(many, 0, 0, 0, 0);
  assert_int_equal(many->elements, 0);
  MAKE(datatype_resized(none, -8, 32, &resized));
  check_bounds(resized, -8, 32, 0, 0);
  assert_true(datatype_span(10, resized, &low, &high));
  assert_int_equal(low, 0);
  assert_int_equal(high, 0);
  assert_int_equal(signature_hash(7, resized->sequence), 0);
  assert_false(datatype_overlaps(3, resized));
  datatype_pack(NULL, 10, resized, 0, 0, NULL);
  datatype_copy(NULL, 3, resized, NULL, 4, many);
  datatype_unref(resized);
  datatype_unref(many);
  datatype_unref(none);
}

/* --- limits --- */

static void test_large(void **state)
{
  const MPI_Count huge = (MPI_Count)1 << 60;
  struct datatype *type, *wide;
  MPI_Count low, high;
  (void)state;
  MAKE(datatype_contiguous(huge, basic(MPI_INT), &type));
  assert_int_equal(type->size, 4 * huge);
  assert_true(type->contiguous);
  assert_int_equal(datatype_contiguous(2, type, &wide), MPI_ERR_COUNT);
  assert_false(datatype_span(2, type, &low, &high));
  assert_true(datatype_span(1, type, &low, &high));
  assert_int_equal(high, 4 * huge);
  assert_int_equal(signature_hash(1, type->sequence),
                   signature_hash(huge, basic(MPI_INT)->sequence));
  assert_true(datatype_same_signature(1, type, huge, basic(MPI_INT)));
  assert_false(datatype_same_signature(1, type, huge - 1, basic(MPI_INT)));
  datatype_unref(type);
  assert_int_equal(datatype_vector(huge, 1, 8, basic(MPI_INT), &type),
                   MPI_ERR_COUNT);
  assert_int_equal(datatype_vector(2, 1, huge * 2, basic(MPI_INT), &type),
                   MPI_ERR_ARG);
  MPI_Count one[] = {1, 1}, ends[] = {-huge * 7, huge * 7};
  assert_int_equal(datatype_hindexed(2, one, ends, basic(MPI_INT), &type),
                   MPI_ERR_COUNT);
}

/* struct { int; struct { int; ... } } and resized chains nest without end;
 * the layout may not. */
static void test_deep(void **state)
{
  enum { LEVELS = 3000 };
  struct datatype *type = datatype_ref(basic(MPI_INT)), *next;
  MPI_Count lengths[] = {1, 1}, places[] = {0, 8};
  (void)state;
  for (int i = 0; i < LEVELS; i++) {
    const struct datatype *types[] = {basic(MPI_CHAR), type};
    MAKE(datatype_struct(2, lengths, places, types, &next));
    datatype_unref(type);
    type = next;
  }
  assert_int_equal(type->size, LEVELS + 4);
  assert_true(type->layout->depth <= 64);
  assert_true(type->sequence->depth <= 64);
  assert_false(datatype_overlaps(1, type));
  datatype_unref(type);
}

/* --- the normal form --- */

static void check_one_block(struct datatype *type, MPI_Count bytes)
{
  assert_int_equal(type->layout->kind, LAYOUT_BLOCK);
  assert_int_equal(type->size, bytes);
  datatype_unref(type);
}

static void test_normal_form(void **state)
{
  struct datatype *type, *row;
  MPI_Count lengths[] = {2, 3, 1}, places[] = {0, 2, 5};
  (void)state;
  MAKE(datatype_vector(4, 3, 3, basic(MPI_INT), &type));
  check_one_block(type, 48);
  MAKE(datatype_indexed(3, lengths, places, basic(MPI_INT), &type));
  check_one_block(type, 24);
  MAKE(datatype_vector(10, 1, 4, basic(MPI_INT), &row));
  /* four such rows in a row, at their length: one vector of forty */
  MAKE(datatype_hvector(4, 1, 160, row, &type));
  assert_int_equal(type->layout->kind, LAYOUT_STRIDED);
  assert_int_equal(type->layout->count, 40);
  assert_int_equal(type->layout->depth, 1);
  datatype_unref(type);
  /* a million equal blocks at one stride are a vector too */
  enum { MANY = 1000000 };
  MPI_Count *at = malloc(MANY * sizeof *at);
  for (int i = 0; i < MANY; i++)
    at[i] = 2 * i;
  MAKE(datatype_indexed_block(MANY, 1, at, basic(MPI_INT), &type));
  assert_int_equal(type->layout->kind, LAYOUT_STRIDED);
  free(at);
  datatype_unref(type);
  datatype_unref(row);
}

/* --- overlap --- */

static void test_overlap(void **state)
{
  struct datatype *column, *type;
  (void)state;
  /* a transposed matrix of a million by a million interleaves cleanly */
  const MPI_Count n = 1000000;
  MAKE(datatype_vector(n, 1, n, basic(MPI_INT), &column));
  MAKE(datatype_hvector(n, 1, 4, column, &type));
  assert_false(datatype_overlaps(1, type));
  assert_false(datatype_overlaps(2, type));
  datatype_unref(type);
  MAKE(datatype_hvector(n / 2, 1, 2, column, &type));
  assert_true(datatype_overlaps(1, type));
  datatype_unref(type);
  MAKE(datatype_resized(column, 0, 4, &type));
  assert_false(datatype_overlaps(n, type));
  assert_true(datatype_overlaps(n + 1, type));
  datatype_unref(type);
  MAKE(datatype_hvector(n, 1, 2, column, &type));
  assert_true(datatype_overlaps(1, type));
  datatype_unref(type);
  datatype_unref(column);
  /* 0,10,20 and 15,25,35: only sorting tells */
  MAKE(datatype_hvector(3, 5, 10, basic(MPI_CHAR), &column));
  MAKE(datatype_hvector(2, 1, 15, column, &type));
  assert_false(datatype_overlaps(1, type));
  datatype_unref(type);
  MAKE(datatype_hvector(2, 1, 14, column, &type));
  assert_true(datatype_overlaps(1, type));
  datatype_unref(type);
  datatype_unref(column);
  MAKE(datatype_hvector(3, 1, 0, basic(MPI_INT), &type));
  assert_true(datatype_overlaps(1, type));
  datatype_unref(type);
  MAKE(datatype_resized(basic(MPI_INT), 0, 2, &type));
  assert_false(datatype_overlaps(1, type));
  assert_true(datatype_overlaps(2, type));
  datatype_unref(type);
}

/* --- copying long blocks, which go directly from side to side --- */

static void test_copy_long_blocks(void **state)
{
  static int from[4000], to[4000];
  struct datatype *sparse, *other, *single;
  (void)state;
  for (int i = 0; i < 4000; i++)
    from[i] = i + 1;
  MAKE(datatype_vector(4, 300, 500, basic(MPI_INT), &sparse));
  MAKE(datatype_vector(3, 400, 700, basic(MPI_INT), &other));
  MAKE(datatype_vector(1200, 1, 2, basic(MPI_INT), &single));
  datatype_copy(to, 1, other, from, 1, sparse);
  assert_int_equal(to[0], 1);
  assert_int_equal(to[399], 600); /* the 400th: 100th of the second block */
  assert_int_equal(to[400], 0);
  assert_int_equal(to[700], 601);
  memset(to, 0, sizeof to);
  datatype_copy(to, 1, single, from, 1, sparse);
  assert_int_equal(to[2 * 300], 501);
  assert_int_equal(to[2 * 300 + 1], 0);
  memset(to, 0, sizeof to);
  datatype_copy(to, 1, sparse, from, 1, single);
  assert_int_equal(to[500], 601);
  assert_int_equal(to[300], 0);
  datatype_unref(sparse);
  datatype_unref(other);
  datatype_unref(single);
}

/* --- absolute addresses --- */

static void test_absolute(void **state)
{
  int here = 42, there = 0;
  struct datatype *type;
  MPI_Count one[] = {1}, at[] = {(MPI_Count)(intptr_t)&here};
  const struct datatype *types[] = {basic(MPI_INT)};
  (void)state;
  MAKE(datatype_struct(1, one, at, types, &type));
  assert_true(type->absolute);
  datatype_pack(MPI_BOTTOM, 1, type, 0, sizeof there, &there);
  assert_int_equal(there, 42);
  datatype_unref(type);
  MAKE(datatype_vector(100, 1, 100, basic(MPI_INT), &type));
  assert_false(type->absolute);
  datatype_unref(type);
}

/* --- arguments --- */

static void test_bad_arguments(void **state)
{
  struct datatype *type;
  const struct datatype *old = basic(MPI_INT);
  MPI_Count negative[] = {1, -1}, zero[] = {0, 0}, two[] = {2, 2},
            four[] = {4, 4}, three[] = {3, 3};
  int block[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK},
      none[] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_NONE}, grid[] = {2, 1},
      small[] = {1, 4};
  (void)state;
  assert_int_equal(datatype_contiguous(-1, old, &type), MPI_ERR_COUNT);
  assert_string_equal(fault_text(),
                      ": count is -1, must not be negative [MPI-4.1 5.1.2]");
  assert_int_equal(datatype_vector(1, -1, 1, old, &type), MPI_ERR_ARG);
  assert_int_equal(datatype_indexed(2, negative, zero, old, &type),
                   MPI_ERR_ARG);
  assert_int_equal(datatype_indexed_block(2, -3, zero, old, &type),
                   MPI_ERR_ARG);
  assert_int_equal(
      datatype_subarray(0, four, two, two, MPI_ORDER_C, old, &type),
      MPI_ERR_ARG);
  assert_int_equal(
      datatype_subarray(2, four, two, three, MPI_ORDER_C, old, &type),
      MPI_ERR_ARG);
  assert_int_equal(
      datatype_subarray(2, four, zero, two, MPI_ORDER_C, old, &type),
      MPI_ERR_ARG);
  assert_int_equal(datatype_subarray(2, four, two, two, 7, old, &type),
                   MPI_ERR_ARG);
  assert_int_equal(datatype_darray(2, 2, 2, four, block, small, grid,
                                   MPI_ORDER_C, old, &type),
                   MPI_ERR_ARG); /* rank 2 of 2; 2 x 1 does not cover 4 */
  assert_int_equal(datatype_darray(2, 0, 2, four, none, small, grid,
                                   MPI_ORDER_C, old, &type),
                   MPI_ERR_ARG);
  small[0] = 2;
  assert_int_equal(datatype_darray(4, 0, 2, four, block, small, grid,
                                   MPI_ORDER_C, old, &type),
                   MPI_ERR_ARG); /* 2 x 1 is not 4 */
  assert_int_equal(datatype_darray(2, 1, 2, four, block, small, grid,
                                   MPI_ORDER_C, old, &type),
                   0);
  check_bounds(type, 0, 64, 32, 32);
  datatype_unref(type);
}

/* --- contents --- */

static void test_contents(void **state)
{
  struct datatype *type;
  MPI_Count lengths[] = {1, 2}, places[] = {8, 16}, counts[8];
  int integers[8];
  MPI_Aint addresses[8];
  (void)state;
  MAKE(datatype_hindexed(2, lengths, places, basic(MPI_INT), &type));
  lengths[0] = places[0] = -1; /* the arrays were copied */
  struct contents_sizes sizes = contents_sizes(type->contents);
  assert_int_equal(type->contents->combiner, MPI_COMBINER_HINDEXED);
  assert_int_equal(sizes.integers, 3);
  assert_int_equal(sizes.addresses, 2);
  assert_int_equal(sizes.large_counts, 0);
  assert_int_equal(sizes.types, 1);
  contents_get(type->contents, integers, addresses, counts);
  assert_int_equal(integers[0], 2);
  assert_int_equal(integers[1], 1);
  assert_int_equal(integers[2], 2);
  assert_int_equal(addresses[0], 8);
  assert_int_equal(addresses[1], 16);
  type = contents_enlarged(type);
  sizes = contents_sizes(type->contents);
  assert_int_equal(sizes.integers, 0);
  assert_int_equal(sizes.large_counts, 5);
  contents_get(type->contents, integers, addresses, counts);
  assert_int_equal(counts[0], 2);
  assert_int_equal(counts[4], 16);
  datatype_unref(type);
}

/* A type outlives the handle of those it was made of. */
static void test_lifetime(void **state)
{
  struct datatype *inner = double_char(), *outer;
  (void)state;
  MAKE(datatype_contiguous(2, inner, &outer));
  datatype_unref(inner);
  assert_int_equal(outer->contents->types[0]->size, 9);
  datatype_unref(outer);
}

/* Equal calls give one type while it lives; what differs in an argument, an old
 * type or the size of counts is another. */
static void test_equal_calls(void **state)
{
  MPI_Count lengths[] = {1, 2, 1, 1, 1, 1, 1, 1, 1, 1};
  MPI_Count places[] = {0, 8, 32, 48, 64, 80, 96, 112, 128, 144};
  const struct datatype *types[10], *ints = basic(MPI_INT);
  struct datatype *a, *b, *c, *d, *e, *f;
  (void)state;
  MAKE(datatype_vector(3, 1, 4, ints, &a));
  MAKE(datatype_vector(3, 1, 4, ints, &b));
  MAKE(datatype_vector(3, 1, 5, ints, &c));
  MAKE(datatype_hvector(3, 1, 4, ints, &d));
  MAKE(datatype_vector(3, 1, 4, basic(MPI_FLOAT), &e));
  f = contents_enlarged(datatype_ref(a));
  assert_ptr_equal(a, b);
  assert_true(a != c && a != d && a != e && a != f);
  assert_int_equal(f->extent, a->extent);
  datatype_unref(b);
  for (int i = 0; i < 10; i++)
    types[i] = i % 2 ? a : ints;
  datatype_unref(c);
  datatype_unref(d);
  MAKE(datatype_struct(10, lengths, places, types, &b));
  MAKE(datatype_struct(10, lengths, places, types, &c));
  types[9] = f;
  MAKE(datatype_struct(10, lengths, places, types, &d));
  assert_ptr_equal(b, c);
  assert_true(b != d);
  assert_int_equal(contents_sizes(d->contents).integers, 11);
  datatype_unref(a);
  datatype_unref(b);
  datatype_unref(c);
  datatype_unref(d);
  datatype_unref(e);
  datatype_unref(f);
}

/* Many at once, made in one order and freed in another. */
static void test_many_calls(void **state)
{
  enum { MANY = 1000 };
  struct datatype *types[MANY], *again;
  (void)state;
  for (int i = 0; i < MANY; i++)
    MAKE(datatype_contiguous(i, basic(MPI_INT), &types[i]));
  for (int i = 0; i < MANY; i += 3) {
    datatype_unref(types[i]);
    types[i] = NULL;
  }
  for (int i = 0; i < MANY; i++) {
    MAKE(datatype_contiguous(i, basic(MPI_INT), &again));
    assert_int_equal(again->size, 4 * i);
    assert_int_equal(again->references, types[i] ? 2 : 1);
    datatype_unref(again);
    datatype_unref(types[i]);
  }
}

/* --- kinds --- */

static void test_kinds(void **state)
{
  const struct datatype *match;
  struct datatype *type;
  (void)state;
  assert_int_equal(datatype_match_size(MPI_TYPECLASS_REAL, 8, &match), 0);
  assert_ptr_equal(match, basic(MPI_REAL8));
  assert_int_equal(datatype_match_size(MPI_TYPECLASS_INTEGER, 2, &match), 0);
  assert_ptr_equal(match, basic(MPI_INTEGER2));
  assert_int_equal(datatype_match_size(MPI_TYPECLASS_COMPLEX, 6, &match),
                   MPI_ERR_ARG);
  assert_int_equal(datatype_match_size(3, 4, &match), MPI_ERR_ARG);
  MAKE(datatype_f90_real(15, MPI_UNDEFINED, &type));
  assert_int_equal(type->size, 8);
  assert_true(datatype_is_unnamed(type));
  assert_true(datatype_is_f90(type, MPI_COMBINER_F90_REAL, 15, MPI_UNDEFINED));
  assert_false(datatype_is_f90(type, MPI_COMBINER_F90_REAL, 15, 300));
  datatype_unref(type);
  MAKE(datatype_f90_complex(7, 30, &type));
  assert_int_equal(type->size, 16);
  datatype_unref(type);
  MAKE(datatype_f90_integer(9, &type));
  assert_int_equal(type->size, 4);
  datatype_unref(type);
  assert_int_equal(datatype_f90_integer(39, &type), MPI_ERR_ARG);
  assert_int_equal(datatype_f90_real(MPI_UNDEFINED, MPI_UNDEFINED, &type),
                   MPI_ERR_ARG);
  assert_ptr_equal(datatype_value_index(basic(MPI_DOUBLE), basic(MPI_INT)),
                   basic(MPI_DOUBLE_INT));
  assert_null(datatype_value_index(basic(MPI_DOUBLE), basic(MPI_DOUBLE)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_predefined),
      cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_constructors),
      cmocka_unit_test(test_struct),
      cmocka_unit_test(test_markers),
      cmocka_unit_test(test_resized),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_large),
      cmocka_unit_test(test_deep),
      cmocka_unit_test(test_normal_form),
      cmocka_unit_test(test_overlap),
      cmocka_unit_test(test_copy_long_blocks),
      cmocka_unit_test(test_absolute),
      cmocka_unit_test(test_bad_arguments),
      cmocka_unit_test(test_contents),
      cmocka_unit_test(test_equal_calls),
      cmocka_unit_test(test_many_calls),
      cmocka_unit_test(test_lifetime),
      cmocka_unit_test(test_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
