# What the checker keeps of accesses at one place does not grow with their
# number, however many ranks take turns there.
. "$ROOT/tests/cases/lib.sh"

cat >p.c <<'END'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
  MPI_Win window;
  int *memory, mine = 1;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(2 * sizeof mine, sizeof mine, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &window);
  MPI_Win_lock_all(0, window);
  for (int i = 0; i < atoi(argv[1]); i++) {
    MPI_Get(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Accumulate(&mine, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_flush(0, window);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
END
"$ORIELCC" p.c -o p

peak() { # rounds
  rm -f run.json
  "$ORIELRUN" --quiet --check --host-stats --json run.json -np 7 ./p "$1"
  sed -n 's/.*"peak_memory": \([0-9]*\),*/\1/p' run.json
}

few=$(peak 1000)
many=$(peak 20000)
[ "$few" -gt 1000000 ] || complain "$few bytes cannot be right"
[ "$many" -lt $((few + (2 << 20))) ] ||
  complain "20000 rounds take $many bytes, 1000 rounds $few"
