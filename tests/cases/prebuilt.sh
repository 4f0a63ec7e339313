# A program that was linked against libmpi_abi.so.0 of another MPI runs as it
# is: bound late or at once, stripped, against symbols with versions, with a
# library of its own, and whether or not that other MPI is still there.
. "$ROOT/tests/cases/lib.sh"

include=$ROOT/$B/include
names=$(nm -D --defined-only "$ROOT/$B/lib/liboriel.so" |
  awk '$2 ~ /[TW]/ && $3 ~ /^P?MPI_/ { print $3 }')
[ "$(wc -l <<<"$names")" -gt 1000 ] || complain "few functions: $names"
# The other MPI: it ends every program that gets to it.
{
  echo '#include <unistd.h>'
  for name in $names; do
    echo "int $name() { _exit(77); }"
  done
} >other.c
echo 'MPI_ABI { global: *; };' >versions.map
mkdir there versions
for folder in there versions; do
  map=
  [ $folder = there ] || map=-Wl,--version-script=versions.map
  cc -w -shared -fPIC -Wl,-soname,libmpi_abi.so.0 $map \
    -o $folder/libmpi_abi.so.0 other.c
  ln -s libmpi_abi.so.0 $folder/libmpi_abi.so
done

cat >ring.c <<'END'
#include <mpi.h>
#include <stdio.h>
int pass(int value, int rank, int size);
int begin(int *argc, char ***argv) { return MPI_Init(argc, argv); }
static int (*start)(int *, char ***) = begin;
static double (*clock_of)(void) = MPI_Wtime;
int counted; /* each rank's own */
int main(int argc, char **argv) {
  int rank, size, got, *memory;
  MPI_Win win;
  start(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  counted += rank;
  got = pass(counted, rank, size);
  MPI_Win_allocate(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_fence(0, win);
  MPI_Put(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  printf("%d: %d %d %d\n", rank, got, *memory, clock_of() > 0);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0; }
END
cat >pass.c <<'END'
#include <mpi.h>
int pass(int value, int rank, int size) {
  int got;
  MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT,
               (rank + size - 1) % size, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  return got; }
END
build() { # name folder flags...
  local name=$1 folder=$2
  shift 2
  cc -I"$include" -fPIE -pie -o "$name" "$@" -L"$folder" -lmpi_abi \
    -Wl,-rpath,"\$ORIGIN/$folder"
}
build late there -O0 -g ring.c pass.c -Wl,-z,lazy
build now there -O2 ring.c pass.c -Wl,-z,now -Wl,-z,relro
build stripped there -O2 -fno-plt ring.c pass.c -s
build versioned versions -O2 ring.c pass.c
cc -I"$include" -shared -fPIC -o libpass.so pass.c -Lthere -lmpi_abi
build split there -O2 ring.c -L. -lpass -Wl,-rpath,"\$ORIGIN"
readelf -d late | grep -q 'NEEDED.*libmpi_abi.so.0' || complain 'not linked so'
expect_exit 77 ./late

for moved in no yes; do
  for program in late now stripped versioned split; do
    expect_exit 0 "$ORIELRUN" --quiet -np 3 ./$program
    sort -o out out
    expect_file out '0: 2 1 1
1: 0 2 1
2: 1 0 1'
    [ ! -s err ] || complain "$program (moved: $moved) complains: $(cat err)"
  done
  rm -rf there versions
done
