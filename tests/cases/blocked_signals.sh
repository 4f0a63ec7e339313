# Signals that whoever starts orielrun has blocked: those that the simulator
# needs come all the same, and a rank sees none of them blocked.
. "$ROOT/tests/cases/lib.sh"

cc -O1 -Wall -Wextra -o block "$ROOT/tests/cases/block_signals.c"
cat >waits.c <<'END'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <x86intrin.h>
int main(int argc, char **argv) {
  int rank, *mine, one = 1, blocked = 0; sigset_t mask; MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  *mine = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  __rdtsc();
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else while (*(volatile int *)mine == 0);
  MPI_Win_unlock_all(win);
  sigprocmask(SIG_BLOCK, NULL, &mask);
  for (int i = 1; i < 32; i++) blocked += sigismember(&mask, i);
  printf("rank %d: %d blocked\n", rank, blocked);
  if (rank == 1 && argc > 1) *(volatile int *)8 = 1;
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0; }
END
"$ORIELCC" -O1 -w -o waits waits.c
expect_exit 0 timeout 20 ./block "$ORIELRUN" --quiet -np 2 ./waits
sort out >sorted
expect_file sorted 'rank 0: 0 blocked
rank 1: 0 blocked'
expect_exit 123 timeout 20 ./block "$ORIELRUN" --quiet -np 2 ./waits crash
expect_text err 'oriel: rank 1 was killed by SIGSEGV: a null pointer was used'
