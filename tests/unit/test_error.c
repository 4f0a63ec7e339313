/* Faults, error classes and those that a program adds. */
#include "model/error/errhandler.h"
#include "model/error/fault.h"
#include "model/error/user.h"

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

static void fault_keeps_the_sentence(void **state)
{
  (void)state;
  assert_int_equal(fault(MPI_ERR_COUNT, ": count is %d", -1), MPI_ERR_COUNT);
  assert_string_equal(fault_text(), ": count is -1");
  fault_say("%05000d", 1);
  size_t length = strlen(fault_text());
  assert_true(length > 1000 && length < 5000);
  assert_string_equal(fault_text() + length - 3, "...");
}

static void every_class_has_name_and_text(void **state)
{
  (void)state;
  for (int c = MPI_SUCCESS; c <= MPI_ERR_ABI; c++) {
    assert_non_null(error_class_name(c));
    assert_non_null(error_class_text(c));
  }
  for (int c = MPI_T_ERR_CANNOT_INIT; c <= MPI_T_ERR_PVAR_NO_ATOMIC; c++)
    assert_non_null(error_class_name(c));
  assert_string_equal(error_class_name(MPI_SUCCESS), "MPI_SUCCESS");
  assert_string_equal(error_class_name(MPI_ERR_RMA_SYNC), "MPI_ERR_RMA_SYNC");
  assert_string_equal(error_class_name(MPI_T_ERR_INVALID), "MPI_T_ERR_INVALID");
  assert_null(error_class_name(-1));
  assert_null(error_class_name(MPI_ERR_ABI + 1));
  assert_null(error_class_name(MPI_ERR_LASTCODE));
}

static void programs_add_classes_and_codes(void **state)
{
  (void)state;
  struct user_errors e = {.count = 0};
  int class, code, other;
  assert_int_equal(error_last_used(&e), MPI_ERR_LASTCODE);
  assert_int_equal(user_error_add_class(&e, &class), 0);
  assert_int_equal(user_error_add_code(&e, class, &code), 0);
  assert_int_equal(user_error_add_code(&e, MPI_ERR_RANK, &other), 0);
  assert_true(class > MPI_ERR_LASTCODE && code > class && other > code);
  assert_int_equal(error_last_used(&e), other);
  assert_int_equal(error_class_of(&e, class), class);
  assert_int_equal(error_class_of(&e, code), class);
  assert_int_equal(error_class_of(&e, other), MPI_ERR_RANK);
  assert_int_equal(error_class_of(&e, other + 1), -1);
  assert_int_equal(user_error_add_code(&e, code, &other), MPI_ERR_ARG);
}

static void programs_add_strings(void **state)
{
  (void)state;
  struct user_errors e = {.count = 0};
  int class;
  char text[MPI_MAX_ERROR_STRING + 1];
  user_error_add_class(&e, &class);
  assert_string_equal(error_text_of(&e, class), "");
  assert_int_equal(user_error_set_text(&e, class, "too hot"), 0);
  assert_string_equal(error_text_of(&e, class), "too hot");
  assert_int_equal(user_error_set_text(&e, MPI_ERR_RANK, "x"), MPI_ERR_ARG);
  memset(text, 'x', sizeof text);
  text[MPI_MAX_ERROR_STRING] = '\0';
  assert_int_equal(user_error_set_text(&e, class, text), MPI_ERR_ARG);
  text[MPI_MAX_ERROR_STRING - 1] = '\0';
  assert_int_equal(user_error_set_text(&e, class, text), 0);
  assert_null(error_text_of(&e, class + 1));
}

static void programs_remove_what_they_added(void **state)
{
  (void)state;
  struct user_errors e = {.count = 0};
  int class, code, next;
  user_error_add_class(&e, &class);
  user_error_add_code(&e, class, &code);
  assert_int_equal(user_error_remove_class(&e, class), MPI_ERR_ARG);
  assert_int_equal(user_error_remove_code(&e, class), MPI_ERR_ARG);
  assert_int_equal(user_error_remove_text(&e, code), MPI_ERR_ARG);
  assert_int_equal(user_error_remove_code(&e, code), 0);
  assert_int_equal(error_class_of(&e, code), -1);
  assert_int_equal(user_error_remove_class(&e, class), 0);
  assert_int_equal(user_error_remove_class(&e, class), MPI_ERR_ARG);
  user_error_add_class(&e, &next);
  assert_true(next > code);
}

/* What a removal costs does not grow with all that there ever was: else this
 * takes minutes. */
static void removing_many_is_fast(void **state)
{
  (void)state;
  struct user_errors e = {.count = 0};
  for (int i = 0; i < 300000; i++) {
    int class, codes[2];
    user_error_add_class(&e, &class);
    user_error_add_code(&e, class, &codes[0]);
    user_error_add_code(&e, class, &codes[1]);
    user_error_remove_code(&e, codes[0]);
    assert_int_equal(user_error_remove_class(&e, class), MPI_ERR_ARG);
    user_error_remove_code(&e, codes[1]);
    assert_int_equal(user_error_remove_class(&e, class), 0);
  }
}

static void predefined_handlers_live_forever(void **state)
{
  (void)state;
  assert_ptr_equal(errhandler_predefined(MPI_ERRORS_RETURN), &errors_return);
  assert_null(errhandler_predefined(MPI_ERRHANDLER_NULL));
  errhandler_unref(&errors_return);
  errhandler_unref(errhandler_ref(&errors_are_fatal));
  struct errhandler *e = errhandler_new(ERRHANDLER_COMM);
  assert_ptr_equal(errhandler_ref(e), e);
  assert_int_equal(e->references, 2);
  errhandler_unref(e);
  errhandler_unref(e);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fault_keeps_the_sentence),
      cmocka_unit_test(every_class_has_name_and_text),
      cmocka_unit_test(programs_add_classes_and_codes),
      cmocka_unit_test(programs_add_strings),
      cmocka_unit_test(programs_remove_what_they_added),
      cmocka_unit_test(removing_many_is_fast),
      cmocka_unit_test(predefined_handlers_live_forever),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
