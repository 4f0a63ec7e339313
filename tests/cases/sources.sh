# Files of one name in two folders are told apart: what is wrong in both is two
# reports. A report names as much of the path as that takes.
. "$ROOT/tests/cases/lib.sh"

mkdir net io
for folder in net io; do
  cat >"$folder/util.c" <<END
#include <mpi.h>
void ${folder}_put(MPI_Win win)
{
  static int x = 1;
  MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
}
END
done
cat >main.c <<'END'
#include <mpi.h>
void net_put(MPI_Win);
void io_put(MPI_Win);
int main(int argc, char **argv)
{
  int *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  net_put(win);
  MPI_Win_fence(0, win);
  io_put(win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
END
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  for source in "$PWD" . ; do
    ORIEL_CC=$compiler "$ORIELCC" --check -o program "$source"/main.c \
      "$source"/net/util.c io/util.c
    expect_exit 121 "$ORIELRUN" --quiet --check -np 2 ./program
    expect_text err " at net/util.c:5 (epoch: fence, opened at main.c:10)"
    expect_text err " at io/util.c:5 (epoch: fence, opened at main.c:12)"
    [ "$(grep -c '^oriel: conflict' err)" = 2 ] || complain "$(cat err)"
  done
done

echo 'conflict net/util.c:5
conflict *io/util.c:5' >hidden
expect_exit 0 "$ORIELRUN" --quiet --check --suppressions hidden -np 2 ./program

# Of tens of thousands of sources, each of which takes memory, all have names in
# no time.
{
  printf '#include <mpi.h>\nint main()\n{\n  MPI_Init(0, 0);\n'
  for i in $(seq 40000); do
    printf '#line 1 "part/f%d.cc"\n  delete new int;\n' "$i"
  done
  printf '  MPI_Finalize();\n}\n'
} >many.cc
"$ORIELCXX" -O0 -o many many.cc
expect_exit 0 timeout 10 "$ORIELRUN" --quiet --check ./many
