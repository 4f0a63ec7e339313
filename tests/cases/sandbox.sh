# Where the kernel refuses what debuggers use, as in some sandboxes, programs
# run, wait for memory, and crash as elsewhere: memory that may not be there is
# read without it.
. "$ROOT/tests/cases/lib.sh"

cc -O1 -Wall -Wextra -DREFUSED=SYS_process_vm_readv -o refuse \
  "$ROOT/tests/cases/refuse_call.c"
if ! ./refuse true; then
  echo "seccomp is not to be had here: not checked" >&2
  exit 0
fi

cat >p.c <<'END2'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
  int rank, *memory, *flag, unit;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &flag);
  MPI_Win_lock_all(0, win);
  if (rank) while (!*(volatile int *)flag) {
    }
  else
    MPI_Fetch_and_op(&(int){1}, &size, MPI_INT, 0, 0, MPI_REPLACE, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  if (argc > 1) ((void (*)(void))8)();
  printf("ok\n");
  MPI_Finalize();
}
END2
"$ORIELCC" -O1 -w -o p p.c
expect_exit 0 ./refuse "$ORIELRUN" --quiet -np 2 --ppn 2 ./p
expect_file out "$(printf 'ok\nok')"
expect_exit 123 ./refuse "$ORIELRUN" --quiet -np 2 --ppn 2 ./p crash
expect_text err 'rank 0 was killed by SIGSEGV'

# So does standard error stay, where it cannot be kept aside.
cc -O1 -Wall -Wextra -DREFUSED=SYS_dup -o refuse_dup \
  "$ROOT/tests/cases/refuse_call.c"
expect_exit 0 ./refuse_dup "$ORIELRUN" -np 2 --ppn 2 ./p
expect_text err 's simulated, 2 ranks on 1 host'
