# Lines that all conflict with each other are as many reports as pairs: the
# first 1,000 are printed, with the number of the rest, and --json has all.
. "$ROOT/tests/cases/lib.sh"

puts() { # lines: a program of so many puts to one word
  cat <<'END2'
#include <mpi.h>
int main(int argc, char **argv)
{
  int one = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
END2
  for ((i = 0; i < $1; i++)); do
    echo '  MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);'
  done
  cat <<'END2'
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
END2
}

reports() { # lines option...
  puts "$1" >p.c
  "$ORIELCC" p.c -o p
  rm -f run.json
  expect_exit 121 "$ORIELRUN" --quiet --check "${@:2}" --json run.json -np 2 ./p
  printed=$(grep -c '^oriel: conflict' err)
  written=$(grep -c '"headline"' run.json)
}

reports 44
[ "$printed" -eq 990 ] || complain "$printed of 990 reports are printed"
! grep more err || complain "there are no more"
reports 60
[ "$printed" -eq 1000 ] || complain "$printed reports are printed"
[ "$written" -eq 1830 ] || complain "$written of 1830 reports are written"
expect_text err 'oriel: 830 more reports, which --json and --junit write'

# What suppressions hide does not count: of 1,035 reports they hide 34.
for i in {10..43}; do
  echo "conflict p.c:9 p.c:$i"
done >hidden
reports 45 --suppressions hidden
[ "$printed" -eq 1000 ] || complain "$printed reports are printed"
[ "$written" -eq 1001 ] || complain "$written of 1001 reports are written"
expect_text err 'oriel: 1 more report, which --json and --junit write'

# An error is printed whatever warnings come before it.
cat >w.c <<'END2'
#include <mpi.h>
int main(int argc, char **argv)
{
  int one = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
END2
for i in {1..35}; do
  for op in MPI_SUM MPI_PROD; do
    echo "  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, $op, win);"
  done
done >>w.c
cat >>w.c <<'END2'
  MPI_Win_fence(0, win);
  MPI_Put(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
END2
"$ORIELCC" w.c -o w
expect_exit 121 "$ORIELRUN" --quiet --check=strict -np 2 ./w
[ "$(grep -c '^oriel: accumulate-ops' err)" -eq 999 ] ||
  complain "warnings are not 999"
expect_text err 'oriel: conflict in the window of rank 0, bytes [4, 8)'
