/* Attributes: life of keyvals, order of deletion, functions that fail or that
 * change the set they are called for. */
#include "model/attribute/attribute.h"
#include "model/error/fault.h"

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static struct handle_table table;
static char history[200];              /* "c3 d3 ": copied and deleted values */
static int refuse_delete, refuse_copy; /* the value whose function fails */
static struct attributes **inner;      /* a set to change from inside */
static struct keyval *inner_keyval;

static void note(char what, const void *value)
{
  size_t used = strlen(history);
  snprintf(history + used, sizeof history - used, "%c%d ", what,
           (int)(intptr_t)value);
}

static int on_copy(const struct keyval *k, uintptr_t object, void *value,
                   void **copied, int *flag)
{
  (void)k;
  (void)object;
  note('c', value);
  *copied = (char *)value + 100;
  *flag = (intptr_t)value % 2; /* even ones are not copied */
  return (intptr_t)value == refuse_copy ? 77 : 0;
}

static int on_delete(const struct keyval *k, uintptr_t object, void *value)
{
  (void)k;
  note('d', value);
  if (inner) {
    struct attributes **set = inner;
    inner = NULL;
    attributes_delete(*set, inner_keyval, object);
  }
  return (intptr_t)value == refuse_delete ? 88 : 0;
}

static const struct attribute_calls calls = {.copy = on_copy,
                                             .delete = on_delete};

static void some_function(void)
{
}

static int reset(void **state)
{
  (void)state;
  history[0] = 0;
  refuse_delete = refuse_copy = 0;
  inner = NULL;
  return 0;
}

static struct keyval *make(attribute_function *copy_fn)
{
  int number =
      keyval_new(&table, ATTRIBUTE_COMM, copy_fn, some_function, NULL, &calls);
  struct keyval *k = NULL;
  assert_int_equal(keyval_of(&table, ATTRIBUTE_COMM, number, &k), 0);
  return k;
}

static void free_keyval(struct keyval *k)
{
  int number = k->number;
  assert_int_equal(keyval_free(&table, ATTRIBUTE_COMM, &number), 0);
  assert_int_equal(number, MPI_KEYVAL_INVALID);
}

static void *value(intptr_t n)
{
  return (void *)n;
}

static void test_set_get_delete(void **state)
{
  struct attributes *set = NULL;
  struct keyval *k = make(NULL);
  void *got = NULL;
  (void)state;
  assert_false(attributes_get(set, k, &got));
  assert_int_equal(attributes_set(&set, k, 1, value(5)), 0);
  assert_true(attributes_get(set, k, &got));
  assert_ptr_equal(got, value(5));
  assert_int_equal(attributes_set(&set, k, 1, value(6)), 0);
  assert_string_equal(history, "d5 ");
  assert_int_equal(attributes_delete(set, k, 1), 0);
  assert_int_equal(attributes_delete(set, k, 1), MPI_ERR_KEYVAL);
  assert_false(attributes_get(set, k, &got));
  assert_int_equal(attributes_clear(&set, 1), 0);
  assert_null(set);
  free_keyval(k);
}

static void test_keyval_outlives_free(void **state)
{
  struct attributes *set = NULL, *copy = NULL;
  struct keyval *k = make(ATTRIBUTE_DUP), *found;
  int number = k->number, again = number;
  void *got = NULL;
  (void)state;
  attributes_set(&set, k, 1, value(3));
  free_keyval(k);
  assert_int_equal(keyval_of(&table, ATTRIBUTE_COMM, number, &found), 0);
  assert_int_equal(keyval_free(&table, ATTRIBUTE_COMM, &again), MPI_ERR_KEYVAL);
  assert_int_equal(attributes_set(&set, found, 1, value(4)), MPI_ERR_KEYVAL);
  assert_int_equal(attributes_copy(set, 1, &copy, 2), 0);
  assert_true(attributes_get(copy, found, &got));
  assert_ptr_equal(got, value(3));
  assert_int_equal(attributes_delete(set, found, 1), 0);
  assert_int_equal(attributes_clear(&copy, 2), 0);
  assert_int_equal(keyval_of(&table, ATTRIBUTE_COMM, number, &found),
                   MPI_ERR_KEYVAL);
  attributes_clear(&set, 1);
}

static void test_kinds_and_garbage(void **state)
{
  struct keyval *k = make(NULL), *found;
  (void)state;
  assert_int_equal(keyval_of(&table, ATTRIBUTE_WINDOW, k->number, &found),
                   MPI_ERR_KEYVAL);
  assert_non_null(strstr(fault_text(), "for communicators, not for windows"));
  assert_int_equal(
      keyval_of(&table, ATTRIBUTE_COMM, MPI_KEYVAL_INVALID, &found),
      MPI_ERR_KEYVAL);
  assert_int_equal(keyval_of(&table, ATTRIBUTE_COMM, -7, &found),
                   MPI_ERR_KEYVAL);
  free_keyval(k);
}

static void test_clear_in_reverse(void **state)
{
  struct attributes *set = NULL;
  struct keyval *a = make(NULL), *b = make(NULL), *c = make(NULL);
  (void)state;
  attributes_set(&set, a, 1, value(1));
  attributes_set(&set, b, 1, value(2));
  attributes_set(&set, c, 1, value(3));
  attributes_set(&set, a, 1, value(4)); /* now the last set */
  assert_string_equal(history, "d1 ");
  assert_int_equal(attributes_clear(&set, 1), 0);
  assert_string_equal(history, "d1 d4 d3 d2 ");
  free_keyval(a);
  free_keyval(b);
  free_keyval(c);
}

static void test_refused_delete_keeps(void **state)
{
  struct attributes *set = NULL;
  struct keyval *a = make(NULL), *b = make(NULL);
  void *got = NULL;
  (void)state;
  attributes_set(&set, a, 1, value(1));
  attributes_set(&set, b, 1, value(2));
  refuse_delete = 2;
  assert_int_equal(attributes_delete(set, b, 1), 88);
  assert_int_equal(attributes_set(&set, b, 1, value(9)), 88);
  assert_int_equal(attributes_clear(&set, 1), 88);
  assert_true(attributes_get(set, b, &got));
  assert_ptr_equal(got, value(2));
  assert_true(attributes_get(set, a, &got));
  refuse_delete = 0;
  assert_int_equal(attributes_clear(&set, 1), 0);
  free_keyval(a);
  free_keyval(b);
}

static void test_copy(void **state)
{
  struct attributes *set = NULL, *copy = NULL;
  struct keyval *none = make(NULL), *dup = make(ATTRIBUTE_DUP),
                *own = make(some_function), *even = make(some_function);
  void *got = NULL;
  (void)state;
  attributes_set(&set, none, 1, value(1));
  attributes_set(&set, dup, 1, value(3));
  attributes_set(&set, own, 1, value(5));
  attributes_set(&set, even, 1, value(6));
  assert_int_equal(attributes_copy(set, 1, &copy, 2), 0);
  assert_string_equal(history, "c5 c6 ");
  assert_false(attributes_get(copy, none, &got));
  assert_false(attributes_get(copy, even, &got));
  assert_true(attributes_get(copy, dup, &got));
  assert_ptr_equal(got, value(3));
  assert_true(attributes_get(copy, own, &got));
  assert_ptr_equal(got, value(105));
  attributes_clear(&copy, 2);
  attributes_clear(&set, 1);
  free_keyval(none);
  free_keyval(dup);
  free_keyval(own);
  free_keyval(even);
}

static void test_failed_copy_leaves_nothing(void **state)
{
  struct attributes *set = NULL, *copy = NULL;
  struct keyval *a = make(some_function), *b = make(some_function),
                *c = make(some_function);
  (void)state;
  attributes_set(&set, a, 1, value(1));
  attributes_set(&set, b, 1, value(3));
  attributes_set(&set, c, 1, value(5));
  refuse_copy = 3;
  refuse_delete = 101; /* not even then */
  assert_int_equal(attributes_copy(set, 1, &copy, 2), 77);
  assert_non_null(strstr(fault_text(), "copy function"));
  assert_string_equal(history, "c1 c3 d101 ");
  assert_null(copy);
  refuse_delete = 0;
  attributes_clear(&set, 1);
  free_keyval(a);
  free_keyval(b);
  free_keyval(c);
}

static void test_delete_from_inside(void **state)
{
  struct attributes *set = NULL;
  struct keyval *a = make(NULL), *b = make(NULL);
  (void)state;
  attributes_set(&set, a, 1, value(1));
  attributes_set(&set, b, 1, value(2));
  inner = &set; /* deleting b deletes a */
  inner_keyval = a;
  assert_int_equal(attributes_delete(set, b, 1), 0);
  assert_string_equal(history, "d2 d1 ");
  attributes_set(&set, a, 1, value(3));
  inner = &set; /* deleting a asks to delete a: refused, once is enough */
  assert_int_equal(attributes_delete(set, a, 1), 0);
  assert_string_equal(history, "d2 d1 d3 ");
  assert_int_equal(attributes_clear(&set, 1), 0);
  free_keyval(a);
  free_keyval(b);
}

#define TEST(name) cmocka_unit_test_setup(name, reset)

int main(void)
{
  const struct CMUnitTest tests[] = {
      TEST(test_set_get_delete),
      TEST(test_keyval_outlives_free),
      TEST(test_kinds_and_garbage),
      TEST(test_clear_in_reverse),
      TEST(test_refused_delete_keeps),
      TEST(test_copy),
      TEST(test_failed_copy_leaves_nothing),
      TEST(test_delete_from_inside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
