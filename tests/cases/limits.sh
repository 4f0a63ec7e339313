# Limits of the shell (ulimit) that are too low for a run are named. There is
# none of processes (-u) to name: a run is one, without threads of the host.
. "$ROOT/tests/cases/lib.sh"

# What make was told may be longer than the shortest stack allows.
unset MAKEFLAGS MFLAGS MAKELEVEL TESTS

cat >p.c <<'END2'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (argc > 1) {
    FILE *f = fopen(argv[1], "w");
    for (int i = 0; i < 1 << 24; i++)
      fputc(' ', f);
  }
  MPI_Finalize();
}
END2
"$ORIELCC" -o p p.c
# What started the tests may ignore SIGXFSZ, by which -f is met.
under() { # limit... -- options and program
  local limit=()
  while [ "$1" != -- ]; do limit+=("$1"); shift; done
  shift
  bash -c 'ulimit '"${limit[*]}"'; exec "$@"' - \
    env --default-signal=XFSZ "$ORIELRUN" --quiet -np 2 "$@"
}

expect_refusal 'ulimit -n allows 6 open files' -- under -n 6 -- ./p
expect_exit 0 under -S -n 6 -- ./p # the user's own, which may be raised
expect_refusal 'ulimit -s allows 32768 bytes' -- under -s 32 -- ./p
expect_exit 0 under -S -s 32 -- ./p
expect_exit 0 under -s 64 -- ./p
expect_exit 124 under -v 400000 -- ./p
expect_text err '; ulimit -v allows 400000 KiB'
expect_exit 125 under -v 4000000 -- --check ./p
expect_text err '; ulimit -v allows 4000000 KiB'
expect_exit 124 under -f 1 -- ./p
expect_text err 'ulimit -f allows files of 1024 bytes only'
expect_exit 0 under -f 8192 -- ./p
expect_exit 123 under -f 8192 -- ./p large
expect_text err 'rank 0 was killed by SIGXFSZ: a file larger than ulimit -f'
expect_exit 0 under -u 1 -- ./p
