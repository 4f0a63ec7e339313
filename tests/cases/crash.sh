# A rank that is killed: which rank, by what, where.
. "$ROOT/tests/cases/lib.sh"

cat >crash.c <<'END'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
volatile int zero;
__attribute__((noinline)) int deep(int n) {
  volatile char big[1000]; big[0] = n;
  return deep(n + 1) + big[0]; }
__attribute__((noinline)) int leaf(int *p) {
  return *p + 1; }
int main(int argc, char **argv) {
  int rank; MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 2) switch (argv[1][0]) {
  case 'n': return leaf(0) + 1;
  case 'd': return deep(0);
  case 'a': abort();
  case 'z': return 77 / zero;
  case 'w': ((void (*)(void))8)(); break;
  case 's': return strlen((char *)(long)(zero + 9)); }
  MPI_Finalize();
  return 0; }
END
"$ORIELCC" -w -O1 -o crash crash.c

dies() { # letter text...
  expect_exit 123 "$ORIELRUN" --quiet -np 4 ./crash "$1"
  shift
  expect_text err 'oriel: rank 2'
  for text; do expect_text err "$text"; done
  cp err first
  expect_exit 123 "$ORIELRUN" --quiet -np 4 ./crash "$letter"
  cmp err first
}
for letter in n d a z w s; do
  case $letter in
  n) dies n 'null pointer' 'at crash.c:9, leaf()' 'from crash.c:14, main()' ;;
  d) dies d 'stack is full' '--stack' 'more times' ;;
  a) dies a 'abort() was called' 'from crash.c:16, main()' ;;
  z) dies z 'division by zero' 'at crash.c:17, main()' ;;
  w) dies w 'SIGSEGV' 'crash.c:18, main()' ;;
  s) dies s 'SIGSEGV' 'from crash.c:19, main()' ;;
  esac
done

# What ranks had written before comes out.
cat >said.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) { MPI_Init(0, 0); printf("said"); abort(); }
END
"$ORIELCC" -o said said.c
expect_exit 123 "$ORIELRUN" --quiet -np 2 ./said
[ "$(cat out)" = "said
said" ] || [ "$(cat out)" = said ] || complain "lost: $(cat out)"
