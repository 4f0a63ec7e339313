# --json and --junit: where they go. "-" and /dev/stdout are the standard output
# that the run has, whatever that is; a pipe gets the file once, and whole; a
# link leads to it. A text that is no UTF-8 does not make them something that
# no program reads.
. "$ROOT/tests/cases/lib.sh"

cat >p.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, one = 1, *mine; MPI_Win win; MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_set_name(win, "\xff\x01<\xef\xbf\xbf>");
  MPI_Win_fence(0, win);
  MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0) puts("from the program");
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0; }
END
"$ORIELCC" -o p p.c

for to in - /dev/stdout /dev/fd/1; do
  expect_exit 0 "$ORIELRUN" --quiet -np 2 --json "$to" ./p
  [ "$(sed -n 1,2p out)" = 'from the program
{' ] || complain "--json $to: $(cat out)"
  expect_text out '"exit": 0'
done
[ ! -e - ] || complain "a file named -"
expect_exit 121 "$ORIELRUN" --quiet -np 2 --check --junit - ./p
expect_text out '</testsuites>'
# shellcheck disable=SC2016
expect_exit 125 sh -c '"$0" --quiet -np 2 --json - ./p >&-' "$ORIELRUN"
: >all
"$ORIELRUN" --quiet -np 2 --json - ./p >>all && echo behind >>all
[ "$(sed -n '1p;$p' all)" = 'from the program
behind' ] || complain "not where the output was: $(cat all)"

mkfifo pipe
timeout 20 cat pipe >read &
expect_exit 0 timeout 20 "$ORIELRUN" --quiet -np 2 --json pipe ./p
wait
expect_text read '"exit": 0'

# One that is not read to its end is told of, and the others are whole.
exec 3<>pipe
timeout 20 head -c 0 pipe
exec 4>pipe 3<&-
expect_exit 121 "$ORIELRUN" --quiet -np 2 --check --junit /dev/fd/4 --json r.json ./p
exec 4>&-
expect_text err 'orielrun: /dev/fd/4: cannot be written: Broken pipe'
expect_text r.json '"exit": 121'

# Files of an earlier run do not stay when this one is refused, or dies.
cat >d.c <<'END'
#include <mpi.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv) { MPI_Init(&argc, &argv);
  syscall(SYS_kill, (pid_t)syscall(SYS_getpid), SIGKILL); return 0; }
END
"$ORIELCC" -w -o d d.c
for program in ./d ./nowhere; do
  code=137
  [ $program = ./d ] || code=125
  expect_exit 121 "$ORIELRUN" -q -np 2 --check --json s.json --junit s.xml ./p
  [ -s s.json ] && [ -s s.xml ] || complain "nothing is written"
  expect_exit $code "$ORIELRUN" -q --check --json s.json --junit s.xml $program
  [ ! -e s.json ] && [ ! -e s.xml ] || complain "files stay of an earlier run"
done

# A link to a file that is not there yet stays one.
mkdir folder
ln -s ../made folder/link
expect_exit 0 "$ORIELRUN" --quiet -np 2 --json folder/link ./p
[ -h folder/link ] && [ -s made ] || complain "the link is no link any more"
ln -s no/such/file lost
expect_exit 125 "$ORIELRUN" --quiet -np 2 --json lost ./p

expect_exit 121 "$ORIELRUN" --quiet -np 2 --check --json r.json --junit r.xml ./p
for file in r.json r.xml; do
  iconv -f UTF-8 -t UTF-8 $file >same || complain "$file is not UTF-8"
done
expect_text r.json $'window \\"\xef\xbf\xbd\\u0001<'
expect_text r.xml 'window &quot;'$'\xef\xbf\xbd'' &lt; &gt;&quot;'
