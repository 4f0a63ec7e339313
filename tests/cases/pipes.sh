# Files that come by a pipe, which gives its bytes once: platform, host file,
# suppressions. A program cannot; and a pipe that nobody writes to can be left
# by a signal.
. "$ROOT/tests/cases/lib.sh"

cat >p.c <<'END2'
#include <mpi.h>
int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Finalize();
}
END2
"$ORIELCC" -o p p.c
cat >pair.xml <<'END2'
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="world" routing="Full">
    <host id="a" speed="1Gf"/>
    <host id="b" speed="1Gf"/>
    <link id="wire" bandwidth="1GBps" latency="1us"/>
    <route src="a" dst="b"><link_ctn id="wire"/></route>
  </zone>
</platform>
END2
echo b >hosts
echo 'leak p.c:1' >known

run=(timeout -k 5 30 "$ORIELRUN" --quiet -np 2)
expect_exit 0 "${run[@]}" --platform <(cat pair.xml) --hostfile <(cat hosts) ./p
expect_exit 0 "${run[@]}" --check --suppressions <(cat known) ./p
expect_text err 'the suppression "leak p.c:1" hid nothing'
mkfifo pipe
cat pair.xml >pipe &
expect_exit 0 "${run[@]}" --platform pipe ./p
# What is wrong with it is told as of a file, under the name that was given.
sed 's/speed="1Gf"/& speed_file="x"/' pair.xml >pipe &
expect_refusal 'pipe:5: speed_file' -- "${run[@]}" --platform pipe ./p
sed 's/<link /<lonk /' pair.xml >pipe &
expect_refusal 'pipe:7:' -- "${run[@]}" --platform pipe ./p
expect_refusal 'is a pipe' -- "${run[@]}" ./pipe
# Nobody writes: a signal ends the wait. timeout's own code is 124, and 137 if
# that did not help.
for option in --platform --hostfile --suppressions; do
  expect_exit 124 timeout -k 10 -s TERM 1 "$ORIELRUN" -np 2 $option pipe ./p
done
wait
