# Where ranks go: round the hosts, host after host, by host file; and what
# MPI_Get_processor_name, gethostname and split_type make of it.
. "$ROOT/tests/cases/lib.sh"

cat >p.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
  int me, size, length, here;
  char mine[MPI_MAX_PROCESSOR_NAME], all[64][MPI_MAX_PROCESSOR_NAME], host[256];
  MPI_Comm same;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Get_processor_name(mine, &length);
  gethostname(host, sizeof host);
  if (strcmp(host, mine)) printf("rank %d: %s is not %s\n", me, host, mine);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &same);
  MPI_Comm_size(same, &here);
  MPI_Comm_free(&same);
  MPI_Gather(mine, sizeof mine, MPI_CHAR, all, sizeof mine, MPI_CHAR, 0,
             MPI_COMM_WORLD);
  /* A letter for each host, in the order in which they appear. */
  for (int r = 0, hosts = 0; r < size && me == 0; r++) {
    int first = 0;
    while (strcmp(all[first], all[r])) first++;
    static char letter[64];
    letter[r] = first == r ? 'a' + hosts++ : letter[first];
    putchar(letter[r]);
  }
  if (me == 0) printf(" %d\n", here);
  MPI_Finalize();
  return 0;
}
END
"$ORIELCC" -o p p.c
check() { # expected options...
  local expected=$1
  shift
  expect_exit 0 "$ORIELRUN" --quiet "$@" ./p
  expect_file out "$expected"
}
check "abcd 1" -np 4
check "aabbc 2" -np 5 --ppn 2
pair=$ROOT/platforms/ethernet-pair.xml
check "abab 2" -np 4 --platform "$pair"
check "aaaa 4" -np 4 --platform "$pair" --map-by core
check "abab 2" -np 4 --platform ethernet-pair.xml # ours, by its name
cp "$pair" fat-tree.xml # the folder has its own
check "abab 2" -np 4 --platform fat-tree.xml
sed -n 's/.*<host id="\([^"]*\)".*/\1/p' "$pair" >names
if [ "$(wc -l <names)" = 2 ]; then
  { sed -n 2p names | sed 's/$/ slots=3/'; sed -n 1p names; } >hosts
  check "aaab 3" -np 4 --platform "$pair" --hostfile hosts --map-by core
  check "abaa 3" -np 4 --platform "$pair" --hostfile <(sed '2s/$/:1/' hosts)
  sed "2s/$/ slots=1/" hosts >full
  expect_refusal "5 ranks, but host file full gives room for 4" -- \
    "$ORIELRUN" -np 5 --platform "$pair" \
    --hostfile full ./p
fi
# The platform may come by a pipe.
check "abab 2" -np 4 --platform <(cat "$pair")
