#!/usr/bin/env bash
# The conformance suite: compiles and runs the handwritten programs of this
# folder and those that refused.awk makes, and prints the table by area.
#
#   tests/conformance/run.sh [--failures-only]
#
# Environment: B, the build folder. What a program printed is left in
# $B/conformance/NAME.out. Ends with zero when nothing failed.
set -u -o pipefail
cd "$(dirname "$0")/../.." || exit 1
ROOT=$PWD
export B=${B:-build} ROOT
here=tests/conformance
table=model/abi/functions.tsv
work=$B/conformance

# The value of a word like np=4 in the program's "run:" line.
setting() { # file name default
  local value
  value=$(sed -n "s/^ \* run:.* $2=\([^ ]*\).*/\1/p" "$1" | head -1)
  echo "${value:-$3}"
}

one() { # source
  local name=${1##*/} np code expected
  name=${name%.c}
  np=$(setting "$1" np 1)
  expected=$(setting "$1" exit 0)
  local place=
  [ "$(setting "$1" ppn 0)" = 0 ] || place="--ppn $(setting "$1" ppn 0)"
  local wrap=$work/wrap.o
  case $name in refused_*) wrap= ;; esac
  rm -f "$work/$name.out"
  # shellcheck disable=SC2086 # there may be none
  if ! timeout 300 "$B/bin/orielcc" -O0 -g -Wall -Wextra -Werror \
    -Wno-unused-variable -I$here -o "$work/$name" "$ROOT/$1" $wrap -lm \
    >"$work/$name.log" 2>&1; then
    echo "broken $name: it does not compile"
    head -20 "$work/$name.log"
    return
  fi
  # shellcheck disable=SC2086 # words
  (cd "$work" && timeout -k 5 120 "$ROOT/$B/bin/orielrun" --quiet -np "$np" \
    $place "./$name") >"$work/$name.out" 2>"$work/$name.err" </dev/null
  code=$?
  if [ "$(tail -n 1 "$work/$name.out")" != end ]; then
    echo "broken $name: exit code $code before its end"
    tail -n 3 "$work/$name.out"
    head -n 5 "$work/$name.err"
  elif [ $code != "$expected" ] && ! grep -q ' failed' "$work/$name.out"; then
    echo "broken $name: exit code $code, expected $expected"
  elif [ -z "$wrap" ]; then
    fatal "$name"
  fi
}

# Under MPI_ERRORS_ARE_FATAL a refused call ends the run: exit code 120 and one
# line that names rank, place and function. Once for each function.
fatal() { # program
  local f code line
  for f in $(sed -n 's/.*wanted("\([A-Za-z_0-9]*\)").*/\1/p' "$work/$1.c"); do
    grep -q "^unsupported MPI_$f$" "$work/$1.out" && continue
    (cd "$work" && timeout 60 "$ROOT/$B/bin/orielrun" --quiet -np 1 "./$1" "$f") \
      >"$work/$1.fatal" 2>&1 </dev/null
    code=$?
    line=$(grep -c "^oriel: rank 0 at $1.c:[0-9]*: MPI_$f[: ]" "$work/$1.fatal")
    if [ $code = 120 ] && [ "$line" = 1 ]; then
      echo "refused MPI_$f MPI_ERRORS_ARE_FATAL ok"
    else
      echo "refused MPI_$f MPI_ERRORS_ARE_FATAL failed exit code $code:" \
        "$(tail -n 1 "$work/$1.fatal")"
    fi
  done >>"$work/$1.out"
}

if [ "${1:-}" = --one ]; then
  one "$2"
  exit 0
fi

case $B in /*) echo "run.sh: B must be relative" >&2; exit 2 ;; esac
mkdir -p "$work"
rm -f "$work"/*.out "$work"/refused_*
awk -f $here/wrap.awk $table >"$work/wrap.c" &&
  "$B/bin/orielcc" -O0 -w -c -o "$work/wrap.o" "$work/wrap.c" || exit 1
for area in $(grep -v '^#' $table | cut -f1 | sort -u); do
  awk -v area="$area" -f $here/refused.awk $here/arguments.tsv $table \
    >"$work/refused_$area.c" || exit 1
  grep -q TRY "$work/refused_$area.c" || rm "$work/refused_$area.c"
done
printf '%s\n' $here/*.c "$work"/refused_*.c |
  xargs -P "$(nproc)" -n 1 $here/run.sh --one >"$work/broken"
cat "$work"/*.out >"$work/results"
grep -hE ' failed|: not so:|: no block' "$work/results"
cat "$work/broken"
[ -n "${1:-}" ] || awk -f $here/table.awk $table "$work/results"
! grep -qE '^(covered|refused) .* failed' "$work/results" &&
  [ ! -s "$work/broken" ]
