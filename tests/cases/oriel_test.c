/* What oriel_test.h tells of simulations that go wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <mpi.h>
#include <oriel.h>
#include <oriel_test.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int waits(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
  MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}

static int crashes(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  *(volatile int *)8 = 1;
  return 0;
}

static int computes(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  oriel_compute(2.5);
  printf("%d arguments\n", argc);
  MPI_Finalize();
  return 7;
}

static int prints(int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    printf("[%s]", argv[i]);
  return 0;
}

static int leaks(int argc, char **argv)
{
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous(3, MPI_INT, &type);
  MPI_Finalize();
  return 0;
}

static int asserts(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  assert_int_equal(rank, 0);
  MPI_Finalize();
  return 0;
}

static int device(void)
{
  return (int)mock();
}

static void test_device(void **state)
{
  int rank;
  (void)state;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  will_return(device, 8 + rank);
  assert_int_equal(device(), 8 + rank);
}

static int mocks(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_device)};
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}

static void test_mocks(void **state)
{
  (void)state;
  struct oriel_result *r = oriel_test_run(mocks, 2, NULL);
  oriel_assert_exit(r, 0);
  oriel_result_free(r);
}

static void test_arguments(void **state)
{
  (void)state;
  struct oriel_result *r =
      oriel_test_run(prints, 1, "--check", "--", "a b", "--check", "", NULL);
  oriel_assert_clean(r);
  oriel_assert_output(r, "[a b][--check][]");
  oriel_result_free(r);
}

static void test_assertion(void **state)
{
  (void)state;
  struct oriel_result *r = oriel_test_run(asserts, 2, NULL);
  oriel_assert_exit(r, 123);
  const char *place = "oriel_test.c:62: error: Failure!";
  assert_true(strstr(r->errors, place) || strstr(r->output, place));
  oriel_result_free(r);
}

static void test_deadlock(void **state)
{
  (void)state;
  struct oriel_result *r = oriel_test_run(waits, 2, NULL);
  oriel_assert_exit(r, 122);
  assert_non_null(strstr(r->errors, "MPI_Recv"));
  assert_string_equal(r->output, "");
  double date = 0; /* the run came to it */
  assert_int_equal(sscanf(r->errors, "oriel: deadlock at %lf", &date), 1);
  oriel_assert_time(r, date, 1e-9);
  oriel_result_free(r);
}

static void test_crash(void **state)
{
  (void)state;
  struct oriel_result *r = oriel_test_run(crashes, 1, "--check", NULL);
  oriel_assert_exit(r, 123);
  assert_non_null(strstr(oriel_result_text(r), "SIGSEGV"));
  oriel_result_free(r);
}

static void test_time(void **state)
{
  (void)state;
  struct oriel_result *r =
      oriel_test_run(computes, 3, "--cost", "interface=0", NULL);
  oriel_assert_exit(r, 7);
  oriel_assert_time(r, 2.5, 1e-4);
  oriel_assert_time_at_most(r, 2.5001);
  oriel_assert_output(r, "1 arguments\n1 arguments\n1 arguments\n");
  oriel_result_free(r);
}

static void test_leak(void **state)
{
  (void)state;
  struct oriel_result *r = oriel_test_run(leaks, 2, "--check", NULL);
  oriel_assert_exit(r, 0);
  oriel_assert_report(r, "leak", "oriel_test.c:52");
  assert_true(r->reports[0].warning);
  assert_false(oriel_result_has(r, "conflict", NULL, NULL));
  oriel_result_free(r);
}

static void test_usage(void **state)
{
  (void)state;
  char *command[] = {"/there/is/none", NULL};
  struct oriel_result *r = oriel_test_program(command, 2, NULL);
  oriel_assert_exit(r, 125);
  assert_true(r->time < 0);
  assert_non_null(strstr(r->errors, "/there/is/none"));
  oriel_result_free(r);
  r = oriel_test_run(leaks, 1, "--no-such-option", NULL);
  oriel_assert_exit(r, 125);
  oriel_result_free(r);
}

static int starts(int argc, char **argv)
{
  (void)argc, (void)argv;
  char *command[] = {"/bin/true", NULL};
  struct oriel_result *r = oriel_test_run(prints, 1, NULL);
  printf("%d %s", r->exit_code, r->errors);
  r = oriel_test_program(command, 1, NULL);
  printf("%d %s", r->exit_code, r->errors);
  return 0;
}

/* What oriel_test_run cannot do fails a test, and ends none of the others. */
static void test_misuse(void **state)
{
  (void)state;
  int (*of_library)(int, char **) = (int (*)(int, char **))(void *)abs;
  struct oriel_result *r = oriel_test_run(of_library, 1, NULL);
  oriel_assert_exit(r, 125);
  assert_true(r->time < 0);
  assert_non_null(strstr(r->errors, "oriel_test: the function is not of the"));
  oriel_result_free(r);
  r = oriel_test_run(prints, 1, "--result", "file", NULL);
  oriel_assert_exit(r, 125);
  assert_non_null(strstr(r->errors, "--result is oriel_test's own"));
  oriel_result_free(r);
  r = oriel_test_run(starts, 1, NULL);
  oriel_assert_output(r, "125 oriel_test: a simulation cannot start another one\n"
                         "125 oriel_test: a simulation cannot start another one\n");
  oriel_result_free(r);
}

static int writes(int argc, char **argv)
{
  (void)argc, (void)argv;
  fwrite("a\0b\n", 1, 4, stdout);
  return 0;
}

static void test_null_character(void **state)
{
  (void)state;
  struct oriel_result *r = oriel_test_run(writes, 1, NULL);
  assert_int_equal(r->output_size, 4);
  assert_memory_equal(r->output, "a\0b\n", 5);
  assert_int_equal(r->errors_size, 0);
  oriel_result_free(r);
}

static int runs;

static struct oriel_result *run(void)
{
  static struct oriel_result *last;
  oriel_result_free(last);
  runs++;
  return last = oriel_test_run(prints, 1, "--", "a", NULL);
}

static void test_evaluated_once(void **state)
{
  (void)state;
  int n = 0;
  double zero = 0;
  oriel_assert_clean(run());
  oriel_assert_exit(run(), n++);
  oriel_assert_time(run(), zero++, 1e-9);
  oriel_assert_time_at_most(run(), zero++);
  oriel_assert_output(run(), "[a]");
  assert_int_equal(runs, 5);
  assert_int_equal(n + (int)zero, 3);
}

static void test_program(void **state)
{
  (void)state;
  char *command[] = {getenv("PROGRAM"), "a", "b", NULL};
  struct oriel_result *r = oriel_test_program(command, 2, "--", "c", NULL);
  oriel_assert_exit(r, 0);
  oriel_assert_output(r, "4 arguments\n4 arguments\n");
  oriel_result_free(r);
}

/* What the test does with its own children is its own. */
static void test_children_ignored(void **state)
{
  (void)state;
  signal(SIGCHLD, SIG_IGN);
  struct oriel_result *r = oriel_test_run(computes, 1, NULL);
  assert_ptr_equal(signal(SIGCHLD, SIG_DFL), SIG_IGN);
  oriel_assert_exit(r, 7);
  oriel_result_free(r);
  oriel_result_free(NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_deadlock),  cmocka_unit_test(test_crash),
      cmocka_unit_test(test_time),      cmocka_unit_test(test_leak),
      cmocka_unit_test(test_usage),     cmocka_unit_test(test_program),
      cmocka_unit_test(test_assertion), cmocka_unit_test(test_children_ignored),
      cmocka_unit_test(test_mocks),     cmocka_unit_test(test_arguments),
      cmocka_unit_test(test_misuse),    cmocka_unit_test(test_null_character),
      cmocka_unit_test(test_evaluated_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
