# When the simulator's timer comes to look at a rank, and where, changes nothing:
# programs that wait in loops of their own give the same bytes, and dates, while
# it comes at random.
. "$ROOT/tests/cases/lib.sh"

TIMES=4
cc -shared -fPIC -O1 -Wall -Wextra -o ticks.so "$ROOT/tests/cases/random_ticks.c"

run() { # options... program arguments...
  expect_exit 0 "$ORIELRUN" --quiet --json run.json "$@"
  cat out err run.json
}

same() { # program.c, options, arguments
  local i
  "$ORIELCC" -O1 -I"$ROOT/tests/programs" -o program "$ROOT/tests/programs/$1"
  # shellcheck disable=SC2086 # they are words
  run $2 ./program $3 >calm
  for i in $(seq $TIMES); do
    # shellcheck disable=SC2086
    LD_PRELOAD=$PWD/ticks.so run $2 ./program $3 >ticked
    diff -u calm ticked || complain "$*: another result, time $i"
  done
}

for how in flags count both locks ring; do
  same spin_first.c "--ppn 2 -np 2" $how
done
same spin_first.c "-np 1" thread
for how in lock nested readers tries owner semaphore toggle; do
  same spin_changes.c "--ppn 3 -np 3" $how
done
same spin_semaphore.c "--ppn 7 -np 7" 2
same spin_semaphore.c "--ppn 5 -np 5" "1 within"
for how in call sleep even; do
  same spin_gaps.c "--ppn 2 -np 2" $how
done
for how in add differ; do
  same spin_ticket.c "--ppn 3 -np 3" $how
done
same spin_hand_over.c "--ppn 3 -np 3" "turn 1"
same spin_looked.c "--ppn 2 -np 2" ""
same spin_backoff.c "--ppn 4 -np 4" ""
same spin_backoff_lock.c "--ppn 8 -np 8" 512
for how in order parts; do
  same spin_skips.c "--ppn 2 -np 2" $how
done
same spin_all.c "-np 64" ""

# Nor does it look at a rank whose crash is reported.
"$ORIELCC" -O1 -g -fopenmp -I"$ROOT/tests/programs" -o program \
  "$ROOT/tests/programs/omp_deadlock.c"
for i in $(seq 20); do
  LD_PRELOAD=$PWD/ticks.so expect_exit 123 "$ORIELRUN" -q -np 1 ./program crash
  expect_text err "  at omp_deadlock.c:"
done
