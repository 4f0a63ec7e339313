/* The calls of datatypes and operators, as one rank makes them: handles,
 * commit and free, names, attributes, contents, counts of statuses, and the
 * errors of wrong arguments. */
#include "typemap.h"

#include "model/datatype/status.h"
#include "sim/api/call.h"

#include <api.h>
#include <limits.h>

static struct rank rank;
static struct comm_view world;
static struct call call;

static int start(void **state)
{
  (void)state;
  memset(&rank, 0, sizeof rank);
  self = &rank;
  rank.world = &world;
  rank.call = &call;
  call.function = &functions[CALL_Type_vector];
  return 0;
}

static int end(void **state)
{
  (void)state;
  self = NULL;
  return 0;
}

#define MAKE(call) assert_int_equal(call, 0)
#define FAIL(class, call) assert_int_equal(call, class)

/* --- life --- */

static void test_life(void **state)
{
  MPI_Datatype type, copy, kept;
  const struct datatype *found;
  int size;
  (void)state;
  MAKE(api_Type_vector(2, 1, 3, MPI_INT, &type));
  FAIL(MPI_ERR_TYPE, committed_of(type, "datatype", &found));
  MAKE(datatype_of(type, "datatype", &found));
  MAKE(api_Type_commit(&type));
  MAKE(committed_of(type, "datatype", &found));
  MAKE(api_Type_dup(type, &copy));
  MAKE(committed_of(copy, "datatype", &found));
  kept = type;
  MAKE(api_Type_free(&type));
  assert_ptr_equal(type, MPI_DATATYPE_NULL);
  FAIL(MPI_ERR_TYPE, api_Type_size(kept, &size));
  MAKE(api_Type_size(copy, &size));
  assert_int_equal(size, 8);
  /* an operation that is on its way keeps it */
  struct datatype *held = datatype_ref(found);
  MAKE(api_Type_free(&copy));
  assert_int_equal(held->extent, 16);
  datatype_unref(held);
  FAIL(MPI_ERR_TYPE, api_Type_free(&copy));
  type = MPI_INT;
  FAIL(MPI_ERR_TYPE, api_Type_free(&type));
  assert_string_equal(fault_text(),
                      ": MPI_INT cannot be freed [MPI-4.1 5.1.9]");
  MAKE(api_Type_commit(&type));
  FAIL(MPI_ERR_TYPE, api_Type_contiguous(1, MPI_DATATYPE_NULL, &type));
  FAIL(MPI_ERR_COUNT, api_Type_contiguous(-1, MPI_INT, &type));
  FAIL(MPI_ERR_COUNT, api_Type_indexed(-1, NULL, NULL, MPI_INT, &type));
  FAIL(MPI_ERR_COUNT, api_Type_create_struct(-2, NULL, NULL, NULL, &type));
}

static void test_names(void **state)
{
  char name[MPI_MAX_OBJECT_NAME], longest[300];
  int length;
  MPI_Datatype type;
  (void)state;
  MAKE(api_Type_get_name(MPI_DOUBLE, name, &length));
  assert_string_equal(name, "MPI_DOUBLE");
  assert_int_equal(length, 10);
  MAKE(api_Type_contiguous(2, MPI_INT, &type));
  MAKE(api_Type_get_name(type, name, &length));
  assert_string_equal(name, "");
  MAKE(api_Type_set_name(type, "two"));
  MAKE(api_Type_get_name(type, name, &length));
  assert_string_equal(name, "two");
  MAKE(api_Type_set_name(MPI_DOUBLE, "real"));
  MAKE(api_Type_get_name(MPI_DOUBLE, name, &length));
  assert_string_equal(name, "real");
  memset(longest, 'x', sizeof longest);
  longest[299] = '\0';
  MAKE(api_Type_set_name(type, longest));
  MAKE(api_Type_get_name(type, name, &length));
  assert_int_equal(length, MPI_MAX_OBJECT_NAME - 1);
  MAKE(api_Type_free(&type));
}

/* --- attributes --- */

static int copies, deletions;

static int copy_attribute(MPI_Datatype type, int keyval, void *extra,
                          void *value, void *copied, int *flag)
{
  (void)type, (void)keyval;
  assert_ptr_equal(extra, &copies);
  *(void **)copied = (char *)value + 1;
  *flag = 1;
  copies++;
  return MPI_SUCCESS;
}

static int delete_attribute(MPI_Datatype type, int keyval, void *value,
                            void *extra)
{
  (void)type, (void)keyval, (void)value, (void)extra;
  deletions++;
  return MPI_SUCCESS;
}

static void test_attributes(void **state)
{
  static char here[4];
  char *value;
  int keyval, flag;
  MPI_Datatype type, copy;
  (void)state;
  MAKE(api_Type_create_keyval(copy_attribute, delete_attribute, &keyval,
                              &copies));
  MAKE(api_Type_contiguous(2, MPI_INT, &type));
  MAKE(api_Type_get_attr(type, keyval, &value, &flag));
  assert_false(flag);
  MAKE(api_Type_set_attr(type, keyval, here));
  MAKE(api_Type_dup(type, &copy));
  MAKE(api_Type_get_attr(copy, keyval, &value, &flag));
  assert_true(flag);
  assert_ptr_equal(value, here + 1);
  assert_int_equal(copies, 1);
  MAKE(api_Type_delete_attr(type, keyval));
  assert_int_equal(deletions, 1);
  MAKE(api_Type_free(&copy));
  assert_int_equal(deletions, 2);
  MAKE(api_Type_free(&type));
  assert_int_equal(deletions, 2);
  MAKE(api_Type_set_attr(MPI_INT, keyval, here));
  MAKE(api_Type_get_attr(MPI_INT, keyval, &value, &flag));
  assert_true(flag);
  MAKE(api_Type_delete_attr(MPI_INT, keyval));
  MAKE(api_Type_free_keyval(&keyval));
  assert_int_equal(keyval, MPI_KEYVAL_INVALID);
  FAIL(MPI_ERR_KEYVAL, api_Type_set_attr(MPI_INT, 12345, here));
}

/* --- envelope and contents --- */

static void test_contents(void **state)
{
  int lengths[] = {2, 1}, integers[4], ni, na, nt, combiner;
  MPI_Aint places[] = {0, 16}, addresses[2];
  MPI_Count counts[6], li, la, lc, lt;
  MPI_Datatype inner, types[2], type, found[2];
  (void)state;
  MAKE(api_Type_contiguous(3, MPI_SHORT, &inner));
  types[0] = MPI_DOUBLE;
  types[1] = inner;
  MAKE(api_Type_create_struct(2, lengths, places, types, &type));
  MAKE(api_Type_free(&inner));
  MAKE(api_Type_get_envelope(type, &ni, &na, &nt, &combiner));
  assert_int_equal(combiner, MPI_COMBINER_STRUCT);
  assert_int_equal(ni, 3);
  assert_int_equal(na, 2);
  assert_int_equal(nt, 2);
  MAKE(api_Type_get_contents(type, 3, 2, 2, integers, addresses, found));
  assert_int_equal(integers[0], 2);
  assert_int_equal(integers[1], 2);
  assert_int_equal(integers[2], 1);
  assert_int_equal(addresses[1], 16);
  assert_ptr_equal(found[0], MPI_DOUBLE);
  MAKE(api_Type_get_envelope(found[1], &ni, &na, &nt, &combiner));
  assert_int_equal(combiner, MPI_COMBINER_CONTIGUOUS);
  MAKE(api_Type_free(&found[1]));
  FAIL(MPI_ERR_ARG,
       api_Type_get_contents(type, 2, 2, 2, integers, addresses, found));
  MAKE(api_Type_free(&type));
  MAKE(api_Type_get_envelope(MPI_INT, &ni, &na, &nt, &combiner));
  assert_int_equal(combiner, MPI_COMBINER_NAMED);
  FAIL(MPI_ERR_TYPE, api_Type_get_contents(MPI_INT, 0, 0, 0, NULL, NULL, NULL));
  /* large counts */
  call.function = &functions[CALL_Type_vector_c];
  MAKE(api_Type_vector(4, 5, 6, MPI_INT, &type));
  MAKE(api_Type_get_envelope_c(type, &li, &la, &lc, &lt, &combiner));
  assert_int_equal(combiner, MPI_COMBINER_VECTOR);
  assert_true(li == 0 && la == 0 && lc == 3 && lt == 1);
  MAKE(api_Type_get_contents_c(type, 0, 0, 3, 1, NULL, NULL, counts, found));
  assert_true(counts[0] == 4 && counts[1] == 5 && counts[2] == 6);
  FAIL(MPI_ERR_TYPE, api_Type_get_envelope(type, &ni, &na, &nt, &combiner));
  MAKE(api_Type_free(&type));
}

/* --- kinds --- */

static void test_kinds(void **state)
{
  MPI_Datatype one, same, other;
  int ni, na, nt, combiner, arguments[2];
  (void)state;
  MAKE(api_Type_create_f90_real(6, 30, &one));
  MAKE(api_Type_create_f90_real(6, 30, &same));
  MAKE(api_Type_create_f90_real(6, 31, &other));
  assert_ptr_equal(one, same);
  assert_ptr_not_equal(one, other);
  MAKE(api_Type_get_envelope(one, &ni, &na, &nt, &combiner));
  assert_int_equal(combiner, MPI_COMBINER_F90_REAL);
  assert_int_equal(ni, 2);
  assert_int_equal(nt, 0);
  MAKE(api_Type_get_contents(one, 2, 0, 0, arguments, NULL, NULL));
  assert_int_equal(arguments[0], 6);
  assert_int_equal(arguments[1], 30);
  FAIL(MPI_ERR_TYPE, api_Type_free(&one));
  MAKE(api_Type_create_f90_integer(9, &one));
  float a = 1, b = 2;
  MAKE(api_Reduce_local(&a, &b, 1, same, MPI_SUM)); /* it is predefined */
  assert_true(b == 3);
  MAKE(api_Type_match_size(MPI_TYPECLASS_COMPLEX, 16, &one));
  assert_ptr_equal(one, MPI_COMPLEX16);
  MAKE(api_Type_get_value_index(MPI_FLOAT, MPI_INT, &one));
  assert_ptr_equal(one, MPI_FLOAT_INT);
  MAKE(api_Type_get_value_index(MPI_FLOAT, MPI_LONG, &one));
  assert_ptr_equal(one, MPI_DATATYPE_NULL);
}

/* --- sizes and statuses --- */

static void test_sizes(void **state)
{
  MPI_Datatype type;
  MPI_Aint lb, extent;
  MPI_Count large;
  int size;
  (void)state;
  MAKE(api_Type_vector(2, 1, -3, MPI_INT, &type));
  MAKE(api_Type_get_extent(type, &lb, &extent));
  assert_true(lb == -12 && extent == 16);
  MAKE(api_Type_lb(type, &lb));
  assert_int_equal(lb, -12);
  MAKE(api_Type_ub(type, &lb));
  assert_int_equal(lb, 4);
  MAKE(api_Type_extent(type, &extent));
  assert_int_equal(extent, 16);
  MAKE(api_Type_get_true_extent(type, &lb, &extent));
  assert_true(lb == -12 && extent == 16);
  MAKE(api_Type_free(&type));
  MAKE(api_Type_contiguous((MPI_Count)INT_MAX + 1, MPI_CHAR, &type));
  MAKE(api_Type_size(type, &size));
  assert_int_equal(size, MPI_UNDEFINED);
  MAKE(api_Type_size_x(type, &large));
  assert_int_equal(large, (MPI_Count)INT_MAX + 1);
  MAKE(api_Type_free(&type));
  MAKE(api_Get_address(&size, &lb));
  assert_ptr_equal(api_Aint_add(0, lb), &size);
  assert_int_equal(api_Aint_diff(lb + 5, lb), 5);
}

static void test_statuses(void **state)
{
  MPI_Status status = {0};
  MPI_Datatype type, types[] = {MPI_DOUBLE, MPI_INT};
  int lengths[] = {1, 1}, n;
  MPI_Aint places[] = {0, 8};
  MPI_Count large;
  (void)state;
  MAKE(api_Type_create_struct(2, lengths, places, types, &type));
  status_set(&status, 1, 2, 24, false);
  MAKE(api_Get_count(&status, type, &n));
  assert_int_equal(n, 2);
  MAKE(api_Get_elements(&status, type, &n));
  assert_int_equal(n, 4);
  status_set_bytes(&status, 20); /* one and a double */
  MAKE(api_Get_count(&status, type, &n));
  assert_int_equal(n, MPI_UNDEFINED);
  MAKE(api_Get_elements(&status, type, &n));
  assert_int_equal(n, 3);
  status_set_bytes(&status, 14);
  MAKE(api_Get_elements(&status, type, &n));
  assert_int_equal(n, MPI_UNDEFINED);
  MAKE(api_Get_elements(&status, MPI_DOUBLE_INT, &n));
  assert_int_equal(n, MPI_UNDEFINED);
  status_set_bytes(&status, 20);
  MAKE(api_Get_elements(&status, MPI_DOUBLE_INT, &n));
  assert_int_equal(n, 3);
  MAKE(api_Status_set_elements(&status, type, 3));
  assert_int_equal(status_bytes(&status), 20);
  status_set_bytes(&status, (MPI_Count)5 << 32);
  MAKE(api_Get_count(&status, MPI_CHAR, &n));
  assert_int_equal(n, MPI_UNDEFINED);
  MAKE(api_Get_count_c(&status, MPI_CHAR, &large));
  assert_int_equal(large, (MPI_Count)5 << 32);
  MAKE(api_Type_free(&type));
  MAKE(api_Type_contiguous(0, MPI_INT, &type));
  MAKE(api_Get_count(&status, type, &n));
  assert_int_equal(n, MPI_UNDEFINED);
  status_set_bytes(&status, 0);
  MAKE(api_Get_count(&status, type, &n));
  assert_int_equal(n, 0);
  MAKE(api_Type_free(&type));
  FAIL(MPI_ERR_ARG, api_Get_count(MPI_STATUS_IGNORE, MPI_INT, &n));
}

/* --- operators --- */

static void subtract(void *in, void *inout, int *n, MPI_Datatype *type)
{
  assert_ptr_equal(*type, MPI_INT);
  for (int i = 0; i < *n; i++)
    ((int *)inout)[i] = ((int *)in)[i] - ((int *)inout)[i];
}

static void test_operators(void **state)
{
  int in[] = {10, 20}, inout[] = {1, 2}, commutes;
  MPI_Op op, kept;
  MPI_Datatype type;
  (void)state;
  MAKE(api_Op_create(subtract, 0, &op));
  MAKE(api_Op_commutative(op, &commutes));
  assert_false(commutes);
  MAKE(api_Reduce_local(in, inout, 2, MPI_INT, op));
  assert_true(inout[0] == 9 && inout[1] == 18);
  kept = op;
  MAKE(api_Op_free(&op));
  assert_ptr_equal(op, MPI_OP_NULL);
  FAIL(MPI_ERR_OP, api_Op_commutative(kept, &commutes));
  MAKE(api_Op_commutative(MPI_SUM, &commutes));
  assert_true(commutes);
  op = MPI_SUM;
  FAIL(MPI_ERR_OP, api_Op_free(&op));
  FAIL(MPI_ERR_ARG, api_Op_create(NULL, 1, &op));
  MAKE(api_Reduce_local(in, inout, 2, MPI_INT, MPI_MAX));
  assert_true(inout[0] == 10 && inout[1] == 20);
  FAIL(MPI_ERR_OP, api_Reduce_local(in, inout, 2, MPI_INT, MPI_REPLACE));
  FAIL(MPI_ERR_OP, api_Reduce_local(in, inout, 2, MPI_INT, MPI_NO_OP));
  FAIL(MPI_ERR_OP, api_Reduce_local(in, inout, 2, MPI_INT, MPI_OP_NULL));
  FAIL(MPI_ERR_OP, api_Reduce_local(in, inout, 2, MPI_FLOAT, MPI_BAND));
  FAIL(MPI_ERR_OP, api_Reduce_local(in, inout, 2, MPI_CHARACTER, MPI_SUM));
  FAIL(MPI_ERR_COUNT, api_Reduce_local(in, inout, -2, MPI_INT, MPI_SUM));
  FAIL(MPI_ERR_BUFFER, api_Reduce_local(NULL, inout, 2, MPI_INT, MPI_SUM));
  MAKE(api_Type_contiguous(2, MPI_INT, &type));
  MAKE(api_Type_commit(&type));
  FAIL(MPI_ERR_OP, api_Reduce_local(in, inout, 1, type, MPI_SUM));
  MAKE(api_Type_free(&type));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(void)
{
  const struct CMUnitTest tests[] = {
      TEST(test_life),     TEST(test_names),     TEST(test_attributes),
      TEST(test_contents), TEST(test_kinds),     TEST(test_sizes),
      TEST(test_statuses), TEST(test_operators),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
