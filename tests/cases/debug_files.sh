# Source lines come from wherever the compiler and objcopy put them.
. "$ROOT/tests/cases/lib.sh"

cat >edge.c <<'END'
#include <mpi.h>
#include <stdio.h>
static __attribute__((noinline)) int look(volatile int *edge) {
  return edge[1]; }
int main(int argc, char **argv) {
  int rank, *edge;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &edge, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
  if (rank == 1) look(edge);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize(); }
END

# The load is told of as this.
load() { # TEXT PROGRAM
  expect_exit 121 "$ORIELRUN" --check -np 2 "$2"
  expect_text err "load        by rank 1 at $1"
}
for flags in -g1 -g3 '-g -gz' -gdwarf-2 -gdwarf-4 '-g -flto' \
  '-g -gsplit-dwarf' '-gdwarf-4 -gsplit-dwarf'; do
  # shellcheck disable=SC2086 # they are words
  "$ORIELCC" --check -O1 $flags -o edge edge.c
  load 'edge.c:4, look()' ./edge
done
rm -f -- *.dwo
load edge.c:4 ./edge

# C++ headers' functions count for the line that calls them, split or not.
cat >edge.cpp <<'END'
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  int rank, sum = 0;
  std::vector<int> edge(2);
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(edge.data(), 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
  if (rank == 1) for (int x : std::vector<int>(edge))
    sum += x;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum * 0; }
END
"$ORIELCXX" --check -O0 -g -gsplit-dwarf -o edgexx edge.cpp
load 'edge.cpp:12, main()' ./edgexx

# A debug file, which a stripped program names, or does not.
"$ORIELCC" --check -O1 -o edge edge.c
objcopy --only-keep-debug edge edge.debug
cp edge whole
objcopy --strip-all --add-gnu-debuglink=edge.debug whole edge
load 'edge.c:4, look()' ./edge
mkdir .debug
mv edge.debug .debug
load 'edge.c:4, look()' ./edge
expect_exit 121 env DEBUGINFOD_URLS=http://127.0.0.1:1 "$ORIELRUN" --check \
  -np 2 ./edge
expect_text err 'edge.c:4, look()'

# Without it, or with another's, what is missing is told.
"$ORIELCC" --check -O2 -DNDEBUG -o other edge.c
objcopy --only-keep-debug other .debug/edge.debug
load edge+0x ./edge
expect_text err 'edge has no debug information'
rm .debug/edge.debug
load edge+0x ./edge
expect_text err 'edge has no debug information'
