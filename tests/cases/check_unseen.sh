# The checker sees the loads and stores of what was compiled for it, and the
# summary says once of what was not.
. "$ROOT/tests/cases/lib.sh"

cat >race.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
  int rank, *base, v = 7;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&v, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  if (rank == 1) base[3] = 5;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return MPI_Finalize();
}
END
said="was not compiled with orielcc --check: its own loads and stores are not seen"

"$ORIELCC" --check -O2 -o checked race.c
expect_exit 121 "$ORIELRUN" --check -np 2 ./checked
expect_text err "store       by rank 1 at race.c:11, main()"
! grep -q "$said" err || complain "$(cat err)"
expect_exit 0 "$ORIELRUN" -np 2 ./checked

"$ORIELCC" -O2 -o plain race.c
expect_exit 0 "$ORIELRUN" --check --json plain.json -np 1 ./plain : ./plain
[ "$(grep -c "  plain $said" err)" = 1 ] || complain "$(cat err)"
grep -q '"program": "plain"' plain.json
expect_exit 121 "$ORIELRUN" --check -np 1 ./plain : ./checked
expect_text err "  plain $said"
expect_exit 0 "$ORIELRUN" --check --quiet -np 2 ./plain
[ ! -s err ] || complain "$(cat err)"

# Atomics in assembler are not seen, nor are those of code that is linked in,
# which matters to threads.
cp "$ROOT/tests/litmus/thread_assembler_good.c" turns.c
said="turns has atomics in assembler or in code that was not compiled with"
"$ORIELCC" --check -pthread -O2 -o turns turns.c
expect_exit 0 "$ORIELRUN" --check --json turns.json -np 2 ./turns
[ "$(grep -c "  $said orielcc --check" err)" = 1 ] || complain "$(cat err)"
grep -q '"own_atomics": "turns"' turns.json
expect_exit 0 "$ORIELRUN" -np 2 ./turns
! grep -q "$said" err || complain "$(cat err)"
expect_exit 121 "$ORIELRUN" --check -np 2 ./checked
! grep -q "has atomics" err || complain "$(cat err)"
