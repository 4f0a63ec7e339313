# How deep a rank may go: as a process, but with thousands of them.
. "$ROOT/tests/cases/lib.sh"

cat >deep.c <<'END_OF_PROGRAM'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static int use(int mib) {
  volatile char all[1 << 20];
  for (int i = 0; i < 1 << 20; i += 4096) all[i] = 1;
  return all[4096] + (mib > 1 ? use(mib - 1) : 0); }
int main(int argc, char **argv) {
  int rank; MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) printf("%d MiB\n", use(atoi(argv[1])));
  MPI_Finalize();
  return 0; }
END_OF_PROGRAM
"$ORIELCC" -w -O1 -o deep deep.c

expect_exit 0 "$ORIELRUN" --quiet -np 2 ./deep 7
expect_text out '7 MiB'
expect_exit 123 "$ORIELRUN" --quiet -np 2 ./deep 8
expect_text err 'rank 1: its stack is full; --stack BYTES gives larger ones'
expect_exit 0 "$ORIELRUN" --quiet -np 4096 ./deep 7
expect_exit 123 "$ORIELRUN" --quiet -np 4097 ./deep 1
expect_text err 'rank 1: its stack is full'
expect_exit 0 "$ORIELRUN" --quiet --stack 8M -np 4097 ./deep 7
expect_text out '7 MiB'

# What Oriel needs to tell of a rank is not taken from its stack.
cat >wrong.c <<'END_OF_PROGRAM'
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  MPI_Finalize(); }
END_OF_PROGRAM
"$ORIELCC" -o wrong wrong.c
expect_exit 120 "$ORIELRUN" --quiet --stack 16k -np 2 ./wrong
expect_text err 'rank 0 at wrong.c:4: MPI_Send'
cat >local.c <<'END_OF_PROGRAM'
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int memory = 0, one = 1;
  MPI_Win win;
  MPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize(); }
END_OF_PROGRAM
"$ORIELCC" -g -o local local.c
expect_exit 0 "$ORIELRUN" --quiet --stack 16k -np 1 --check ./local
