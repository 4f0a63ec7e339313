# The benchmark comes to its end on a few ranks: a table, the targets with their
# verdicts, a record; a run that fails is named. No time is judged.
. "$ROOT/tests/cases/lib.sh"

make -s -C "$ROOT" B="$B" bench-build >log 2>&1 || complain "$(tail -20 log)"
here=$PWD
bench() { # option...
  (cd "$ROOT" && "$B/bench/bench" --repeat 1 --sizes 4,16 \
    --output "$here/results.json" "$@") >out 2>err ||
    complain "bench $*: $(cat out err)"
}

bench --build "$B" --programs halo,fetch,hello,copy
for program in halo fetch hello; do
  for ranks in 4 16; do
    for runner in oriel bare; do
      grep -Eq "^$program +$ranks +$runner( +[0-9.]+){3}" out ||
        complain "no figures of $program, $ranks ranks, $runner: $(cat out)"
      grep -q "\"$program $ranks $runner\": {" results.json ||
        complain "no record of $program, $ranks ranks, $runner"
    done
  done
done
grep -Eq '^7 .*contiguous.* (met|not met)$' out ||
  complain "target 7 has no verdict: $(cat out)"
grep -Eq '^1 .*halo.* not measured$' out ||
  complain "target 1 was not measured, and it does not say so: $(cat out)"
expect_text results.json '"verdict": "not measured"'
expect_text results.json '"outcome": "ended"'
expect_text results.json '"cpu": "'

# What the bare engine repeats is what Oriel counted.
read -r switches events <<<"$(awk -F'[ ,]+' '
  /"halo 16 oriel"/ { inside = 1 }
  inside && /"switches"/ { s = $3 }
  inside && /"events"/ { print s, $3; exit }' results.json)"
"$ROOT/$B/bench/alone/bare" "$ROOT/$B/bench/alone/empty" 16 "$switches" \
  "$events" 100 16 128 131072 >counts
read -r _ got _ got_events _ <counts
[ "$got" -gt $((switches - 16)) ] && [ "$got" -le "$switches" ] ||
  complain "$switches switches asked for: $(cat counts)"
[ "$got_events" -gt $((events - 32)) ] && [ "$got_events" -le "$events" ] ||
  complain "$events events asked for: $(cat counts)"

# A simulator that fails: no figures, no verdict, but an end.
mkdir -p broken/bin broken/bench
printf '#!/bin/sh\necho out of order >&2\nexit 3\n' >broken/bin/orielrun
chmod +x broken/bin/orielrun
bench --build "$here/broken" --no-peers --programs halo
expect_text out "failed with exit code 3: out of order"
expect_text out "not run: there are no counts"
expect_text results.json '"outcome": "failed"'
! grep -E ' (met|not met)$' out || complain "a verdict without a measurement"
