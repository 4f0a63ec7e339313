/* The program's functions get what MPI promises them. */
#include "model/attribute/attribute.h"
#include "model/datatype/datatype.h"
#include "model/op/op.h"
#include "sim/image/callback.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <errno.h>
#include <limits.h>

static MPI_Count seen;
static int calls;
static char *expected_in, *expected_inout;

static void count_elements(void *in, void *inout, int *n, MPI_Datatype *type)
{
  assert_ptr_equal(in, expected_in + 4 * seen);
  assert_ptr_equal(inout, expected_inout + 4 * seen);
  assert_ptr_equal(*type, MPI_INT);
  seen += *n;
  calls++;
  *n = 0; /* what a function does to its arguments is its own affair */
  *type = MPI_DATATYPE_NULL;
  errno = EDOM;
}

static void count_large(void *in, void *inout, MPI_Count *n, MPI_Datatype *type)
{
  assert_ptr_equal(in, expected_in);
  assert_ptr_equal(inout, expected_inout);
  assert_ptr_equal(*type, MPI_INT);
  seen += *n;
  calls++;
}

static void operators_get_all_elements(void **state)
{
  (void)state;
  struct op op = {.function = count_elements};
  const struct datatype type = {.size = 4, .extent = 4};
  const MPI_Count many = (MPI_Count)INT_MAX + 5;
  char in, inout;
  expected_in = &in;
  expected_inout = &inout;

  errno = ENOENT;
  seen = calls = 0;
  callback_op(&op, &in, &inout, 7, &type, MPI_INT);
  assert_true(seen == 7 && calls == 1);
  seen = calls = 0;
  callback_op(&op, &in, &inout, many, &type, MPI_INT);
  assert_true(seen == many && calls == 2);
  assert_int_equal(errno, ENOENT);

  op = (struct op){.large = true, .function_c = count_large};
  seen = calls = 0;
  callback_op(&op, &in, &inout, many, &type, MPI_INT);
  assert_true(seen == many && calls == 1);
}

static int copy_window(MPI_Win win, int number, void *extra, void *value,
                       void *copied, int *flag)
{
  assert_int_equal((uintptr_t)win, 77);
  assert_int_equal(number, 5);
  assert_ptr_equal(extra, &calls);
  *(void **)copied = value;
  *flag = 1;
  errno = EDOM;
  return MPI_SUCCESS;
}

static int delete_type(MPI_Datatype type, int number, void *value, void *extra)
{
  assert_int_equal((uintptr_t)type, 78);
  assert_int_equal(number, 5);
  assert_ptr_equal(value, &seen);
  assert_ptr_equal(extra, &calls);
  return MPI_ERR_OTHER;
}

static void attributes_get_their_handles(void **state)
{
  (void)state;
  struct keyval k = {.number = 5, .extra_state = &calls};
  void *copied = NULL;
  int flag = 0;
  errno = ENOENT;
  k.kind = ATTRIBUTE_WINDOW;
  k.copy_fn = (attribute_function *)copy_window;
  assert_int_equal(callback_attributes.copy(&k, 77, &seen, &copied, &flag), 0);
  assert_ptr_equal(copied, &seen);
  assert_int_equal(flag, 1);
  assert_int_equal(errno, ENOENT);
  k.kind = ATTRIBUTE_DATATYPE;
  k.delete_fn = (attribute_function *)delete_type;
  assert_int_equal(callback_attributes.delete(&k, 78, &seen), MPI_ERR_OTHER);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_get_all_elements),
      cmocka_unit_test(attributes_get_their_handles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
