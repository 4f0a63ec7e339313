# A program in a locale with a decimal comma: what it prints has one, what Oriel
# writes and tells it has not, and a test reads what was meant.
. "$ROOT/tests/cases/lib.sh"
localedef -i de_DE -f UTF-8 ./de_DE.UTF-8 2>log ||
  { echo "there is no de_DE"; exit 0; }
export LOCPATH=$PWD LC_ALL=de_DE.UTF-8

cat >p.c <<'END'
#include <locale.h>
#include <mpi.h>
#include <stdio.h>
static void tell(const char *name) {
  int index, count; double gap; MPI_T_cvar_handle handle;
  MPI_T_cvar_get_index(name, &index);
  MPI_T_cvar_handle_alloc(index, NULL, &handle, &count);
  MPI_T_cvar_read(handle, &gap);
  MPI_T_cvar_handle_free(&handle);
  printf("%g\n", gap); }
int main(int argc, char **argv) {
  int provided, x; setlocale(LC_ALL, ""); MPI_Init(&argc, &argv);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  tell("gap");
  MPI_T_finalize();
  if (argc > 1) MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, 0);
  MPI_Finalize();
  return 0; }
END
"$ORIELCC" -w -o p p.c
expect_exit 0 "$ORIELRUN" --check --json r.json --junit r.xml \
  --cost gap=1.5e-8 ./p
expect_file out 1,5e-08
grep -E '[0-9],[0-9]' r.json r.xml err &&
  complain "decimal commas"
expect_text r.json '"gap": "1.5e-08"'
expect_exit 122 "$ORIELRUN" --cost gap=1.5e-8 ./p wait
expect_text err "deadlock at 0."
grep -E '[0-9],[0-9]' err && complain "decimal commas"

cat >t.c <<'END'
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <locale.h>
#include <mpi.h>
#include <oriel.h>
#include <oriel_test.h>
#include <string.h>
static int function(int argc, char **argv) {
  setlocale(LC_ALL, ""); MPI_Init(&argc, &argv); oriel_compute(1.25);
  MPI_Finalize();
  return 0; }
static void test(void **state) {
  struct oriel_result *r = oriel_test_run(function, 1, NULL);
  (void)state;
  oriel_assert_time(r, 1.25, 1e-6);
  oriel_result_free(r); }
int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test)};
  if (argc > 1) setlocale(LC_ALL, ""); (void)argv;
  return cmocka_run_group_tests(tests, NULL, NULL); }
END
"$ORIELCC" -w -o t t.c -lcmocka
expect_exit 0 ./t
expect_exit 0 ./t german
