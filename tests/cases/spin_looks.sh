# Who waits for a word looks when that is another, not whenever a rank beside it
# has run: one that passes its time reading the clock would be held up by each.
. "$ROOT/tests/cases/lib.sh"

cat >wait.c <<'END'
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
int main(int argc, char **argv)
{
  int rank, unit;
  atomic_int *flag;
  MPI_Win win;
  MPI_Aint size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank ? 0 : sizeof *flag, 1, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &flag, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &flag);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  if (rank == 0) {
    while (MPI_Wtime() < begin + 1e-4)
      continue;
    *flag = 1;
  }
  while (!*flag)
    continue;
  double end = MPI_Wtime();
  printf("%.4f ms\n", (end - begin) * 1e3);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
END
for options in "" --check; do
  # shellcheck disable=SC2086 # none is none
  "$ORIELCC" -O2 $options wait.c -o wait
  # shellcheck disable=SC2086
  expect_exit 0 "$ORIELRUN" --quiet --host-stats --json run.json $options \
    --ppn 4 -np 4 ./wait
  expect_file out "0.1000 ms
0.1000 ms
0.1000 ms
0.1000 ms"
  switches=$(sed -n 's/.*"switches": \([0-9]*\),*/\1/p' run.json)
  [ "$switches" -gt 10000 ] || complain "rank 0 did not read its clock"
  [ "$switches" -lt 12000 ] || complain "$switches switches: others looked, too"
done
