# --tag-output puts the rank before each line of either stream; whole lines only.
. "$ROOT/tests/cases/lib.sh"

cat >p.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  usleep(1000 * me);
  printf("one\ntwo of %d\n", me);
  fprintf(stderr, "complaint\n");
  MPI_Finalize();
  return 0;
}
END
"$ORIELCC" -o p p.c
expect_exit 0 "$ORIELRUN" --quiet --tag-output -np 2 ./p
expect_file out "[0] one
[0] two of 0
[1] one
[1] two of 1"
expect_file err "[0] complaint
[1] complaint"
