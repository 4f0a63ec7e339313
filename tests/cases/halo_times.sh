# The halo example with a number of steps: a table with a line for each kind of
# synchronisation, the same in two runs, and other times on another machine.
. "$ROOT/tests/cases/lib.sh"

"$ORIELCC" -O2 -o halo "$ROOT/examples/halo.c"
expect_exit 0 "$ORIELRUN" -np 64 --json a.json ./halo 20
mv out out.1 && mv err err.1
for kind in fence post-start 'lock_all\+flush'; do
  grep -Eq "^$kind +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$" out.1 ||
    complain "no times of $kind: $(cat out.1)"
done
expect_exit 0 "$ORIELRUN" -np 64 --json b.json ./halo 20
cmp out out.1
cmp err err.1
cmp a.json b.json

expect_exit 0 "$ORIELRUN" --quiet -np 64 \
  --platform "$ROOT/platforms/torus.xml" ./halo 20
cmp -s out out.1 && complain "the machine makes no difference"
expect_exit 2 "$ORIELRUN" --quiet -np 2 ./halo none
