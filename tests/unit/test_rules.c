/* What the rules of the checker are made of: sets of ranks in words, basic
 * types in words, and whether those that are sent fit those that are received.
 */
#include "model/check/ranks.h"
#include "model/check/report.h"
#include "model/check/types.h"
#include "model/datatype/datatype.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void test_ranks(void **state)
{
  int one[] = {3}, some[] = {7, 5, 0, 2, 1}, odd[100];
  char text[40];
  (void)state;
  ranks_text(one, 1, text, sizeof text);
  assert_string_equal(text, "rank 3");
  ranks_text(some, 5, text, sizeof text);
  assert_string_equal(text, "ranks 0-2, 5, 7");
  for (int i = 0; i < 100; i++)
    odd[i] = 2 * i + 1;
  ranks_text(odd, 100, text, sizeof text);
  assert_string_equal(text, "ranks 1, 3, 5, 7, 9, 11, 13, 15, ...");
}

static void test_table(void **state)
{
  struct rank_table t = {sizeof(long), NULL, 0};
  (void)state;
  *(long *)rank_entry(&t, 3) = 30;
  *(long *)rank_entry(&t, 1000) = 10;
  assert_int_equal(*(long *)rank_entry(&t, 3), 30);
  assert_int_equal(*(long *)rank_entry(&t, 999), 0);
  assert_int_equal(*(long *)rank_entry(&t, 1000), 10);
}

static struct observed_data data(MPI_Count count, const struct datatype *type)
{
  return (struct observed_data){.count = count, .type = type};
}

static bool fits(struct observed_data from, struct observed_data into)
{
  return types_fit(&from, &into);
}

/* {int, int, double} */
static struct datatype *mixed(void)
{
  const struct datatype *parts[] = {datatype_predefined(MPI_INT),
                                    datatype_predefined(MPI_DOUBLE)};
  MPI_Count blocks[] = {2, 1}, displs[] = {0, 8};
  struct datatype *type;
  assert_int_equal(datatype_struct(2, blocks, displs, parts, &type), 0);
  return type;
}

static void test_types(void **state)
{
  const struct datatype *integer = datatype_predefined(MPI_INT);
  const struct datatype *real = datatype_predefined(MPI_DOUBLE);
  const struct datatype *byte = datatype_predefined(MPI_BYTE);
  const struct datatype *packed = datatype_predefined(MPI_PACKED);
  struct datatype *three, *mix = mixed();
  (void)state;
  assert_int_equal(datatype_contiguous(3, integer, &three), 0);

  assert_true(fits(data(4, integer), data(4, integer)));
  assert_true(fits(data(4, integer), data(5, integer)));
  assert_true(fits(data(6, integer), data(2, three)));
  assert_true(fits(data(1, three), data(9, integer)));
  assert_true(fits(data(0, integer), data(1, real)));
  assert_true(fits(data(8, byte), data(8, packed)));
  assert_true(fits(data(8, packed), data(2, integer)));
  assert_true(fits(data(2, integer), data(1, mix))); /* its beginning */
  assert_true(fits(data(1, mix), data(2, mix)));

  assert_false(fits(data(2, integer), data(1, real)));
  assert_false(fits(data(1, real), data(2, integer)));
  assert_false(fits(data(8, byte), data(2, integer)));
  assert_false(fits(data(4, integer), data(1, mix)));
  assert_false(fits(data(1, mix), data(4, integer)));
  assert_false(fits(data(2, mix), data(1, mix)));
  datatype_unref(three);
  datatype_unref(mix);
}

static void test_types_text(void **state)
{
  struct datatype *mix = mixed();
  struct observed_data d = data(2, mix);
  char text[100];
  (void)state;
  types_text(&d, text, sizeof text);
  assert_string_equal(text, "2 MPI_INT, 1 MPI_DOUBLE, 2 MPI_INT, 1 MPI_DOUBLE");
  d.count = 3;
  types_text(&d, text, sizeof text);
  assert_string_equal(text,
                      "2 MPI_INT, 1 MPI_DOUBLE, 2 MPI_INT, 1 MPI_DOUBLE, ...");
  d.count = 0;
  types_text(&d, text, sizeof text);
  assert_string_equal(text, "nothing");
  d = data(5, datatype_predefined(MPI_INT));
  types_text(&d, text, 4);
  assert_string_equal(text, "5 M");
  datatype_unref(mix);
}

static void test_names(void **state)
{
  (void)state;
  for (int i = 0; i < RULES; i++) {
    const char *name = rule_about((enum rule)i)->name;
    assert_non_null(name);
    assert_int_equal(rule_named(name, strlen(name)), i);
  }
  assert_int_equal(rule_named("leaks", 5), RULES);
  assert_int_equal(rule_named("lea", 3), RULES);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ranks), cmocka_unit_test(test_table),
      cmocka_unit_test(test_types), cmocka_unit_test(test_types_text),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
