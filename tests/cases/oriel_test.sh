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

# What only a rank may call is told by name when the test itself calls it; so is
# none of that by a test that has such calls and only starts programs.
cat >outside.c <<'END'
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <mpi.h>
#include <omp.h>
#include <oriel.h>
#include <oriel_test.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
  char *command[] = {getenv("PROGRAM"), NULL};
  oriel_assert_clean(oriel_test_program(command, 2, NULL));
  switch (argc > 1 ? atoi(argv[1]) : 0) {
  case 1: MPI_Init(NULL, NULL); break;
  case 2: oriel_compute(1); break;
  case 3: oriel_compute_flops(1); break;
  case 4: oriel_sleep(-1); break;
  case 5: return (int)oriel_now();
  case 6: return omp_get_max_threads();
  case 7:
#pragma omp parallel
    argc++;
    break;
  case 8:
#pragma omp critical
    argc++;
    break;
  case 9: return omp_get_num_procs();
  case 10: return (int)omp_get_wtime();
  case 11: return omp_get_thread_limit();
  case 12:;
#pragma omp taskyield
    break;
  }
  return 0;
}
END
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  ORIEL_CC=$compiler "$ORIELCC" -fopenmp -o outside outside.c -lcmocka
  PROGRAM=$PWD/program expect_exit 0 ./outside
  n=0
  for call in MPI_Init: oriel_compute: oriel_compute_flops: oriel_sleep: \
    oriel_now: OpenMP: "" "" omp_get_num_procs: omp_get_wtime: \
    OpenMP: OpenMP:; do
    PROGRAM=$PWD/program \
      expect_refusal "oriel: $call" ": the program was not started by orielrun" -- \
      ./outside $((++n))
  done
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
