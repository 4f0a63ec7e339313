# Several programs in one run: ranks in the order of the command line, each with
# its own program, arguments and global variables, in one MPI_COMM_WORLD.
. "$ROOT/tests/cases/lib.sh"

cat >part.c <<'END'
#include <mpi.h>
#include <stdio.h>
int variable = VALUE;
int main(int argc, char **argv)
{
  int me, size, *appnum, found, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &appnum, &found);
  MPI_Win_allocate(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  variable += me;
  MPI_Put(&variable, 1, MPI_INT, (me + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  for (int turn = 0; turn < me; turn++) MPI_Barrier(MPI_COMM_WORLD);
  printf("%d of %d: program %d, %s, got %d\n", me, size,
         found ? *appnum : -1, argc > 1 ? argv[1] : "no argument", *memory);
  for (int turn = me; turn < size; turn++) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
END
"$ORIELCC" -DVALUE=100 -o a part.c
"$ORIELCC" -DVALUE=200 -o b part.c

expect_exit 0 "$ORIELRUN" --quiet -np 2 ./a first : -np 1 ./b : -np 1 ./a last
expect_file out "0 of 4: program 0, first, got 103
1 of 4: program 0, first, got 100
2 of 4: program 1, no argument, got 101
3 of 4: program 2, last, got 202"
[ ! -s err ] || complain "$(cat err)"

# Without -np each is one rank.
expect_exit 0 "$ORIELRUN" --quiet ./a : ./b
[ "$(wc -l <out)" = 2 ] || complain "$(cat out)"
