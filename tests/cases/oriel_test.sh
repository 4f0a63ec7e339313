# Simulations inside cmocka tests: the example of docs/testing.md, and what goes
# wrong. A failed assertion fails the test, and shows what was reported.
. "$ROOT/tests/cases/lib.sh"

include=$(dirname "$ORIELCC")/../include
lib=$(cd "$(dirname "$ORIELCC")/../lib" && pwd)
link=("-L$lib" "-Wl,-rpath,$lib" -loriel -lcmocka)

# cmocka 1 writes its verdicts to standard error, cmocka 2 to standard output.
expect_said() {
  cat out err >said
  expect_text said "$1"
}

for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  "$compiler" -g -O2 -I"$include" -o ring_test "$ROOT/docs/ring_test.c" \
    "${link[@]}"
  expect_exit 0 ./ring_test
  expect_said "2 test(s)"
done
# Without standard streams of its own, the test passes as well.
for stream in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
  eval "./ring_test $stream" || complain "fails with $stream"
done
ORIEL_CC=gcc "$ORIELCC" --check -O2 -o ring_test "$ROOT/docs/ring_test.c" \
  -lcmocka
expect_exit 0 ./ring_test

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  printf("%d arguments\n", argc);
  return MPI_Finalize();
}
END
"$ORIELCC" -o program program.c
gcc -g -I"$include" -o oriel_test "$ROOT/tests/cases/oriel_test.c" "${link[@]}"
PROGRAM=$PWD/program expect_exit 0 ./oriel_test

# A list of options without an end is told when it is compiled.
sed 's/"--check", NULL/"--check"/' "$ROOT/docs/ring_test.c" >unended.c
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  expect_exit 1 "$compiler" -Wall -Werror -I"$include" -c unended.c
  expect_text err sentinel
done

# A test that is killed leaves nothing behind: neither its run, which would go
# on for ever, nor a file.
cat >endless.c <<'END'
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <oriel.h>
#include <oriel_test.h>
#include <stdio.h>
#include <unistd.h>
static int goes_on(int argc, char **argv)
{
  FILE *f = fopen("endless.pid", "w");
  (void)argc, (void)argv;
  fprintf(f, "%d", (int)getpid());
  fclose(f);
  for (;;)
    oriel_compute(1);
}
int main(void)
{
  oriel_test_run(goes_on, 1, NULL);
}
END
gcc -g -I"$include" -o endless endless.c "${link[@]}"
mkdir temporary
TMPDIR=$PWD/temporary ./endless &
test=$!
until [ -s endless.pid ]; do sleep 0.05; done
kill -KILL $test
wait $test || true
while kill -0 "$(cat endless.pid)" 2>/dev/null; do sleep 0.05; done
[ -z "$(ls temporary)" ] || complain "a killed test left $(ls temporary)"

# Prove that assertions can fail.
sed 's/oriel_assert_conflict/oriel_assert_clean(r); &/' \
  "$ROOT/docs/ring_test.c" >failing.c
gcc -g -I"$include" -o failing failing.c "${link[@]}"
expect_exit 1 ./failing
expect_said "conflict in the window of rank 0"
expect_said "1 FAILED TEST"
expect_said "Not so: exit_code == 0"
