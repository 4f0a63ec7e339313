/* Conflicts of very many strands at one word, each by code of its own that is
 * the same in the program: all are counted, and looked up no more often than
 * there are strands. */
#include "../../model/check/conflict.h"
#include "../../model/check/options.h"
#include "../../model/check/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { STRANDS = 500, LOOKUPS_EACH = 8 };

static char code[STRANDS], *memory = (char *)8192;
static int lookups, reports;

static const char *place(const void *site)
{
  assert_true((char *)site >= code && (char *)site <= code + STRANDS);
  lookups++;
  return "halo.c:88";
}

static void receive(int i)
{
  struct check_strand *s = check_strand((struct observed_strand){0, i, 0});
  struct act *a = act_new(s, "MPI_Recv", &code[i], i);
  struct record r = {.act = a, .flags = RECORD_WRITES};
  struct viewer v = strand_viewer(s);
  history_access(memory, memory + 4, &r, &v);
  conflict_settle();
  act_unref(a);
}

static void check_report(const struct report *r, void *arg)
{
  (void)arg;
  reports++;
  assert_int_equal(r->rule, RULE_CONFLICT);
  assert_int_equal(r->count, STRANDS - 1);
  assert_int_equal(r->side[0].strand, 0);
  assert_int_equal(r->side[1].strand, 1);
}

static void test_one_word(void **state)
{
  static const struct check_options options = {.place = place,
                                               .place_function = place};
  (void)state;
  checking = &options;
  history_conflict = conflict_seen;
  for (int i = 0; i < STRANDS; i++)
    receive(i);
  assert_true(lookups <= STRANDS * LOOKUPS_EACH);
  conflict_close();
  report_each(check_report, NULL);
  assert_int_equal(reports, 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_word)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
