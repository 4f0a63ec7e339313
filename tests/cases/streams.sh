# Standard streams are each rank's own.
. "$ROOT/tests/cases/lib.sh"

cat >streams.c <<'END'
#define _GNU_SOURCE
#include <mpi.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int rank; MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) { fclose(stdout); printf("lost\n"); }
  if (rank == 1) { freopen("one", "w", stdout); printf("to one\n"); }
  if (rank == 2) { int kept = dup(1), f = open("two", O_CREAT | O_WRONLY, 0644);
    dup2(f, 1); close(f); printf("to two\n"); write(1, "w\n", 2);
    dup2(kept, 1); close(kept); }
  if (rank == 3) { dup2(2, 1); puts("an error"); }
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d", rank); fflush(stdout);
  dprintf(1, " writes %d\n", fileno(stdout));
  char line[20] = "nothing";
  if (scanf("%19s", line) != 1 && getchar() != EOF) return 1;
  fprintf(stderr, "%d read %s\n", rank, line);
  MPI_Finalize();
  return 0; }
END
"$ORIELCC" -w -o streams streams.c
echo word | "$ORIELRUN" --quiet --tag-output -np 5 ./streams >out 2>err
expect_file out '[2] rank 2 writes 1
[4] rank 4 writes 1'
expect_file one 'to one
rank 1 writes 1'
expect_file two 'to two
w'
sort err >sorted
expect_file sorted '[0] 0 read word
[1] 1 read nothing
[2] 2 read nothing
[3] 3 read nothing
[3] an error
[3] rank 3 writes 1
[4] 4 read nothing'

# A reader that goes away, a device that is full.
cat >much.c <<'END'
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  for (int i = 0; i < 20000 || argc > 1; i++) { puts("line"); usleep(1); }
  return 0; }
END
"$ORIELCC" -w -o much much.c
unread() { # what reads, and how the run ends; orielrun's options follow
  local reader=$1 expected=$2
  shift 2
  set +e
  timeout 30 "$ORIELRUN" "$@" 2>err | $reader >out
  code=${PIPESTATUS[0]}
  set -e
  [ "$code" = "$expected" ] || complain "exit code $code with $reader: $(cat err)"
}
# That ends the run as it ends others, without a word: but what it has come to
# is told, and written.
for arguments in "" "forever"; do
  unread "head -1" 141 --quiet --json unread.json -np 2 ./much $arguments
  expect_file out line
  [ ! -s err ] || complain "it is told: $(cat err)"
  expect_text unread.json '"exit": 141'
  [ "$(tail -n 1 unread.json)" = "}" ] || complain "the JSON is not complete"
  rm unread.json
done
unread "head -1" 141 -np 2 ./much
expect_text err 's simulated: nobody reads the output any more'
expect_text err '2 ranks on 2 hosts of'
[ "$(grep -c nobody err)" = 1 ] || complain "told more than once: $(cat err)"
unread true 141 --quiet --json - -np 2 true
[ ! -s err ] || complain "it is told: $(cat err)"
# Who ignores the signal is told, as by others.
trap '' PIPE
unread "head -1" 124 --quiet --json unread.json -np 2 ./much
trap - PIPE
expect_file err 'oriel: standard output: Broken pipe'
expect_text unread.json '"exit": 124'
if [ -c /dev/full ]; then
  code=0
  "$ORIELRUN" --quiet -np 1 ./much >/dev/full 2>err || code=$?
  [ "$code" = 124 ] || complain "exit code $code on a full device"
  expect_text err 'oriel: standard output: No space left on device'
  code=0
  "$ORIELRUN" --missing ./much >/dev/full 2>err || code=$?
  [ "$code" = 124 ] || complain "exit code $code of a lost list"
  expect_text err 'orielrun: standard output: No space left on device'
fi

# Streams that are closed: no file that is opened later takes their place.
cat >closed.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *f; MPI_Init(&argc, &argv);
  f = fopen("mine", "w"); fputs("mine\n", f);
  puts("to standard output");
  fclose(f); MPI_Finalize();
  return 0; }
END
"$ORIELCC" -w -o closed closed.c
code=0
"$ORIELRUN" -np 1 ./closed >out 2>&- || code=$?
[ "$code" = 0 ] || complain "exit code $code without standard error"
expect_file out 'to standard output'
code=0
"$ORIELRUN" -np 1 ./closed <&- >&- 2>&- || code=$?
[ "$code" = 124 ] || complain "exit code $code without any stream"
expect_file mine 'mine'

# What the streams are changes no address, where addresses are fixed at all.
cat >address.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  printf("%p %p\n", malloc(10), malloc(1 << 20));
  MPI_Finalize();
  return 0; }
END
"$ORIELCC" -w -o address address.c
"$ORIELRUN" --quiet -np 3 ./address >to_file </dev/null
echo | "$ORIELRUN" --quiet -np 3 ./address 2>&1 | cat >to_pipe
! setarch -R true || cmp to_file to_pipe

# Lines that wait for the clock take little more memory than their text, and each
# gets its tag.
cat >many.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 1000000; i++) printf("line %7d of many\n", i);
  MPI_Finalize();
  return 0; }
END
"$ORIELCC" -O1 -w -o many many.c
"$ORIELRUN" --quiet --host-stats --json many.json --tag-output ./many >out
sed -n 's/.*"peak_memory": \([0-9]*\),*/\1/p' many.json >peak
[ "$(cat peak)" -lt 70000000 ] || complain "$(cat peak) bytes for 21 MB of text"
seq -f '[0] line %7.0f of many' 0 999999 | cmp - out
