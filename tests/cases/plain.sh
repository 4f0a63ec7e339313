# Short cuts change nothing: with --plain, which takes none, random programs,
# the benchmark's and the examples give the same bytes on standard output and
# error, with the times of calls, and the same JSON: the simulated time to its
# last bit, sums without the last digits, as their order may be another. On a
# machine where no two hosts are alike, and with ranks whose steps are uneven, so
# that no two events happen to fall on one date, which is what may differ.
. "$ROOT/tests/cases/lib.sh"

awk 'function draw(from, to) {
       seed = (seed * 1103515245 + 12345) % 2147483648
       return sprintf("%.9f", from + (to - from) * seed / 2147483648)
     }
     BEGIN {
       seed = 7
       print "<?xml version=\"1.0\"?>"
       print "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"
       print "<platform version=\"4.1\"><zone id=\"z\" routing=\"Cluster\">"
       for (i = 0; i < 24; i++) {
         h = "h" i
         print "<host id=\"" h "\" speed=\"" draw(1, 2) "Gf\" core=\"4\"/>"
         for (way = 0; way < 2; way++)
           print "<link id=\"" h "-" way "\" bandwidth=\"" draw(8, 16) \
                 "GBps\" latency=\"" draw(0.5, 1.5) "us\"/>"
         print "<host_link id=\"" h "\" up=\"" h "-0\" down=\"" h "-1\"/>"
       }
       print "</zone></platform>"
     }' >uneven.xml

costs=()
for cost in o_put=3.8131e-7 o_get=3.9277e-7 o_acc=4.0319e-7 o_send=3.6913e-7 \
  o_recv=3.5573e-7 gap=1.0127e-8 atomic=2.8337e-8 ack=0.97913; do
  costs+=(--cost $cost)
done

both() { # options and program
  local way option code
  for way in short plain; do
    code=0 option=
    [ $way = short ] || option=--plain
    "$ORIELRUN" $option --platform uneven.xml "${costs[@]}" --json $way.json "$@" \
      >$way.out 2>$way.err </dev/null || code=$?
    echo $code >$way.code
    sed -E '/^  "time"/!s/([0-9]\.[0-9]{11})[0-9]*/\1/' $way.json >$way.sums
  done
  for kind in out err code sums; do
    cmp -s short.$kind plain.$kind && continue
    echo "$source: orielrun $*: --plain gives something else"
    diff short.$kind plain.$kind | head -20
    exit 1
  done
}

build() { # source
  source=${1#"$ROOT"/}
  "$ORIELCC" -O1 -w -I"$ROOT/tests/programs" -I"$ROOT/bench/programs" \
    -o program "$1" "$ROOT/tests/cases/plain_jitter.c" -lm
}

build "$ROOT/tests/programs/random_rma.c"
for seed in 1 2 3; do
  both -np 6 ./program $seed 60
  both -np 6 --network fluid ./program $seed 60
  both -np 6 --progress weak ./program $seed 40
  both -np 6 --cost noise=0.3 --progress weak ./program $seed 40
  both -np 6 --protocol message --progress thread ./program $seed 40
done
build "$ROOT/tests/random/windows.c"
for kind in allocate create dynamic; do
  both -np 5 ./program $kind 1 40
  both -np 8 --ppn 2 --network latency ./program $kind 2 20
  both -np 8 --ppn 2 --network latency ./program $kind 11 20
done
build "$ROOT/tests/random/messages.c"
both -np 5 ./program 1 100
build "$ROOT/tests/random/collectives.c"
both -np 5 ./program 1 60
both -np 5 --cost noise=0.1 ./program 1 60

for source in "$ROOT"/bench/programs/[a-ln-z]*.c "$ROOT"/examples/*.c; do
  build "$source"
  for np in 2 7 24; do both -np $np ./program; done
done
