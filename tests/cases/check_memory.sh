# What the checker keeps of accesses at one place does not grow with their
# number, however many ranks take turns there, and whatever completes them.
. "$ROOT/tests/cases/lib.sh"

cat >p.c <<'END'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
static MPI_Win window;
static int mine = 1, got;
static void flushed(void)
{
  MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Accumulate(&mine, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_flush(0, window);
}
static void locally(int rank)
{
  MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_flush_local(0, window);
  MPI_Accumulate(&mine, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_flush_local_all(window);
  for (int i = 0; i < 2; i++) {
    MPI_Accumulate(&mine, 1, MPI_INT, 0, 2 + 2 * rank + i, 1, MPI_INT,
                   MPI_REPLACE, window);
    MPI_Win_flush_local(0, window);
  }
}
static void requested(int rank)
{
  MPI_Request r;
  MPI_Rget(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, window, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Raccumulate(&mine, 1, MPI_INT, 0, 2 + rank, 1, MPI_INT, MPI_REPLACE,
                  window, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
}
int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16 * sizeof mine, sizeof mine, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(0, window);
  for (int i = 0; i < atoi(argv[2]); i++)
    if (strcmp(argv[1], "flushed") == 0)
      flushed();
    else if (strcmp(argv[1], "locally") == 0)
      locally(rank);
    else
      requested(rank);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
END
"$ORIELCC" p.c -o plain
"$ORIELCC" --check p.c -o told

peak() { # program, how, rounds
  rm -f run.json
  "$ORIELRUN" --quiet --check --host-stats --json run.json -np 7 ./"$@" ||
    complain "exit code $?"
  sed -n 's/.*"peak_memory": \([0-9]*\),*/\1/p' run.json
}

for program in plain told; do
  for how in flushed locally requested; do
    few=$(peak $program $how 1000)
    many=$(peak $program $how 16000)
    [ "$few" -gt 1000000 ] || complain "$few bytes cannot be right"
    [ "$many" -lt $((few + (2 << 20))) ] ||
      complain "$program, $how: 16000 rounds take $many bytes, 1000 rounds $few"
  done
done
