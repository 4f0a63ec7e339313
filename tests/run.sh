#!/usr/bin/env bash
# Runs test programs, examples, shell cases and unit tests, several at a time,
# and closes with "N passed, N failed"; tests/README.md says how they are
# written.
#
#   tests/run.sh [--unit] [--all] [--mpich] [-j JOBS] [FILE...]
#
# Without files: all of tests/programs, tests/litmus, examples and tests/cases,
# and, with --unit, of tests/unit.
# --all adds the long runs, and other compilers for the litmus programs.
# --mpich checks the programs themselves: it compiles them with mpicc, runs them
# with mpiexec and compares exit code and standard output.
# Environment: B, the build folder; ORIELCC, ORIELCXX, ORIELRUN; FLAGS, for the
# compiler, behind its others; COMPILERS and LEVELS, for the litmus programs in
# place of "gcc" and "-O2"; SAME=N, to compare N times what each run gives,
# where `twice` does it for some.
#
# Invariant: every file leaves one line "done FILE" in the results after all
# of its verdicts; a file without one (the runner died) counts as failed.
set -u -o pipefail
cd "${0%/*}/.." || exit 1
ROOT=$PWD
export B=${B:-build} ROOT
export ORIELCC=${ORIELCC:-$ROOT/$B/bin/orielcc}
export ORIELCXX=${ORIELCXX:-$ROOT/$B/bin/oriel++}
export ORIELRUN=${ORIELRUN:-$ROOT/$B/bin/orielrun}
export ALL=${ALL:-} MPICH=${MPICH:-} RESULTS=${RESULTS:-} SAME=${SAME:-}

verdict() { # passed|failed NAME [FILE that explains]
  echo "$1" >>"$RESULTS"
  if [ "$1" = failed ]; then
    { echo "FAILED $2"; [ $# -lt 3 ] || head -n 60 "$3" | sed "s/^/    /"; } >"$work/report"
    cat "$work/report"
  fi
}

# Compile $1 into $work/program, with the optimisation $2 and the compiler $3
# where they are given. False, with the reason in $work/log, when that fails.
compile() {
  local cc=$ORIELCC optimise=${2:--O1}
  [ -z "${3:-}" ] || export ORIEL_CC=$3
  case $1 in *.cpp) cc=$ORIELCXX ;; esac
  [ -z "$MPICH" ] || case $1 in *.cpp) cc=mpicxx ;; *) cc=mpicc ;; esac
  local flags=
  [ ! -f "$work/build" ] || flags=$(<"$work/build")
  [ -z "$MPICH" ] || case $1 in *.c) flags="$ROOT/tests/mpich.c $flags" ;; esac
  local strict=-Werror
  [ -z "$MPICH" ] || strict=
  # OpenMP's old directives, which gcc 16 warns of, are to work, too.
  local quiet="-Wno-deprecated-openmp -Wno-unknown-warning-option"
  # shellcheck disable=SC2086 # they are words
  set -- "$cc" "$optimise" -g -Wall -Wextra $quiet $strict \
    -I"$ROOT/tests/programs" -o "$work/program" "$ROOT/$1" $flags ${FLAGS:-} -lm
  echo "\$ $*" >"$work/log"
  timeout 120 "$@" >>"$work/log" 2>&1
}

# The command line of a run, into the array `command`.
command_of() { # np options args [json]
  if [ -n "$MPICH" ]; then
    command=(mpiexec -n "$1" "$work/program")
  else
    command=("$ORIELRUN" --quiet -np "$1")
    [ -z "${4:-}" ] || command+=(--json "$4")
    local option
    eval "for option in $2; do command+=(\"\$option\"); done"
    command+=("$work/program")
  fi
  local arg
  eval "for arg in $3; do command+=(\"\$arg\"); done"
}

# Compare a finished run with what is expected; complaints go to $work/log.
compare() { # exit-code expected-exit stdout-file stderr-file
  local ok=0 text
  if [ "$1" -ne "$2" ]; then
    echo "exit code $1, expected $2" >>"$work/log"
    [ "$1" -ne 124 ] || echo "(124 may be the timeout)" >>"$work/log"
    ok=1
  fi
  if [ -f "$3" ] &&
    ! diff -u --label expected --label stdout "$3" "$work/out" >>"$work/log"
  then
    ok=1
  fi
  [ -z "$MPICH" ] || return $ok
  if [ -f "${4%.stderr}.report" ]; then
    diff -u --label expected --label stderr "${4%.stderr}.report" \
      "$work/err" >>"$work/log" || return 1
    return $ok
  elif [ -s "$4" ]; then
    while IFS= read -r text; do
      grep -qF -- "$text" "$work/err" && continue
      echo "stderr lacks: $text" >>"$work/log"
      ok=1
    done <"$4"
  elif [ -s "$work/err" ]; then
    echo "stderr should be empty" >>"$work/log"
    ok=1
  fi
  [ $ok = 0 ] || { echo "stderr:"; head -30 "$work/err"; } >>"$work/log"
  return $ok
}

# Run twice or more often, each time with other addresses on the stack, and
# compare every byte that comes out.
same_again() { # np options args limit
  local i pad what ok=0
  : >"$work/log"
  for i in $(seq "${SAME:-2}"); do
    pad=$(printf '%*s' $((i * 1000)) '')
    command_of "$1" "$2" "$3" "$work/json.$i"
    ORIEL_TEST_PADDING=$pad timeout -k 5 "$4" "${command[@]}" \
      >"$work/out.$i" 2>"$work/err.$i" </dev/null
    echo $? >"$work/exit.$i"
    echo "\$ ${command[*]}   (time $i)" >>"$work/log"
    for what in out err json exit; do
      [ -e "$work/$what.1" ] || [ -e "$work/$what.$i" ] || continue
      cmp "$work/$what.1" "$work/$what.$i" >>"$work/log" 2>&1 && continue
      diff -u "$work/$what.1" "$work/$what.$i" 2>&1 | head -20 >>"$work/log"
      ok=1
    done
  done
  return $ok
}

one_run() { # name np options args exit limit stdout-file stderr-file twice
  command_of "$2" "$3" "$4"
  echo "\$ ${command[*]}" >"$work/log"
  timeout -k 5 "$6" "${command[@]}" >"$work/out" 2>"$work/err" </dev/null
  if compare $? "$5" "$7" "$8"; then
    verdict passed "$1"
  else
    verdict failed "$1" "$work/log"
    return
  fi
  [ -n "$9$SAME" ] && [ -z "$MPICH" ] || return
  if same_again "$2" "$3" "$4" "$6"; then
    verdict passed "$1 twice"
  else
    verdict failed "$1 twice" "$work/log"
  fi
}

# Its header, into files in $work.
read_header() {
  awk -v out="$work" -f "$ROOT/tests/header.awk" "$1" >"$work/log" && return
  verdict failed "$1" "$work/log"
  return 1
}

program() {
  read_header "$1" || return
  [ -z "$MPICH" ] || [ ! -f "$work/mpich" ] || return
  compile "$1" || { verdict failed "$1" "$work/log"; return; }
  all_runs "$1" "$1"
}

# What a litmus program makes the checker say must not depend on the compiler.
litmus() {
  local cc optimise compilers=gcc optimisations=-O2
  [ -z "$MPICH" ] || return
  read_header "$1" || return
  [ -z "$ALL" ] || { compilers="gcc clang" optimisations="-O0 -O2"; }
  compilers=${COMPILERS:-$compilers} optimisations=${LEVELS:-$optimisations}
  for cc in $compilers; do
    command -v "$cc" >/dev/null || continue
    for optimise in $optimisations; do
      if compile "$1" "$optimise" "$cc"; then
        all_runs "$1" "$1 $cc $optimise"
      else
        verdict failed "$1 $cc $optimise" "$work/log"
      fi
    done
  done
}

all_runs() { # file name
  local i=1
  while [ -f "$work/$i.run" ]; do
    local np=1 options= args= exit=0 twice= long= limit=60
    eval "$(<"$work/$i.run")"
    if { [ -z "$long" ] || [ -n "$ALL" ]; } &&
      { [ -z "$MPICH" ] || { [ "$np" -le 8 ] && [ "$exit" -lt 120 ]; }; }
    then
      one_run "$2 run $i" "$np" "$options" "$args" "$exit" "$limit" \
        "$work/$i.stdout" "$work/$i.stderr" "$twice"
    fi
    i=$((i + 1))
  done
}

# An example runs as its reader would run it, without arguments, with as many
# ranks as there are expected outputs.
example() {
  local base=${1##*/} expected np
  base=${base%.c}
  ! grep -q '#pragma omp' "$ROOT/$1" || echo -fopenmp >"$work/build"
  compile "$1" || { verdict failed "$1" "$work/log"; return; }
  : >"$work/empty"
  for np in 2 7 64 1024; do
    expected=$ROOT/examples/expected/$base.$np.out
    if [ ! -f "$expected" ]; then
      echo "there is no $expected" >"$work/log"
      verdict failed "$1 np=$np" "$work/log"
    elif [ -z "$MPICH" ] || [ $np -le 8 ]; then
      one_run "$1 np=$np" $np "" "" 0 120 "$expected" "$work/empty" twice
    fi
  done
  [ -n "$MPICH" ] || example_checked "$1" "$base"
}

# All examples are right: the checker says nothing, and changes nothing.
example_checked() { # file name
  local np sizes="2 7 64"
  [ -z "$ALL" ] || sizes="$sizes 1024"
  echo "$(cat "$work/build" 2>/dev/null) --check" >"$work/build"
  compile "$1" || { verdict failed "$1 --check" "$work/log"; return; }
  for np in $sizes; do
    one_run "$1 np=$np --check" "$np" --check "" 0 120 \
      "$ROOT/examples/expected/$2.$np.out" "$work/empty" ""
  done
}

# A case is a script that ends with zero, run in an empty folder.
shell_case() {
  [ -z "$MPICH" ] || return
  mkdir -p "$work/case"
  if (cd "$work/case" && timeout -k 5 300 bash -eu "$ROOT/$1") \
    >"$work/log" 2>&1 </dev/null; then
    verdict passed "$1"
  else
    verdict failed "$1" "$work/log"
  fi
}

# A unit test has been built. It may take minutes; in the foreground Ctrl-C ends
# it. What it says of the tests that passed is left out.
unit_test() {
  local name=${1##*/} code
  BIN=$B/bin timeout --foreground -k 5 600 "$B/tests/${name%.c}" \
    >"$work/out" 2>&1 </dev/null
  code=$?
  if [ $code = 0 ]; then
    verdict passed "$1"
  else
    grep -Ev '^\[ +(RUN|OK) +]' "$work/out" >"$work/log"
    echo "exit code $code" >>"$work/log"
    verdict failed "$1" "$work/log"
  fi
}

one_file() {
  work=${RESULTS%/*}/work/$1
  rm -rf "$work"
  mkdir -p "$work"
  case $1 in
  tests/cases/*.sh) shell_case "$1" ;;
  tests/unit/test_*.c) unit_test "$1" ;;
  examples/*) example "$1" ;;
  tests/litmus/*.c) litmus "$1" ;;
  *.c | *.cpp) program "$1" ;;
  *) echo "not a test: $1" >"$work/log"; verdict failed "$1" "$work/log" ;;
  esac
  echo "done $1" >>"$RESULTS"
}

if [ "${1:-}" = --one ]; then
  one_file "$2"
  exit 0
fi

jobs=$(nproc)
unit=
files=()
declare -A given # a file named twice is run once: both would use one folder
while [ $# -gt 0 ]; do
  case $1 in
  --unit) unit=1 ;;
  --all) ALL=1 ;;
  --mpich) MPICH=1 ;;
  -j) jobs=$2; shift ;;
  -*) echo "run.sh: unknown option $1" >&2; exit 2 ;;
  *) [ -n "${given[$1]:-}" ] || files+=("$1"); given[$1]=1 ;;
  esac
  shift
done
if [ ${#files[@]} = 0 ]; then
  shopt -s nullglob
  # Those that take longest come first, so that no processor waits at the end.
  for f in ${unit:+tests/unit/test_*.c} tests/cases/*.sh examples/*.c \
    tests/random/*.c tests/programs/*.c tests/programs/*.cpp tests/litmus/*.c
  do
    [ "$f" = tests/cases/lib.sh ] || files+=("$f")
  done
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/oriel-tests.XXXXXX")
trap 'rm -rf "$folder"' EXIT
RESULTS=$folder/results
: >"$RESULTS"
printf '%s\0' "${files[@]}" | xargs -0 -P "$jobs" -n 1 "$ROOT/tests/run.sh" --one

if [ -n "$ALL" ] && [[ "${files[*]}" == *tests/litmus/* ]] &&
  ! command -v clang >/dev/null; then
  echo "clang is not installed: the litmus programs were compiled with gcc only"
fi
passed=$(grep -c '^passed' "$RESULTS")
failed=$(grep -c '^failed' "$RESULTS")
for f in "${files[@]}"; do
  grep -qxF "done $f" "$RESULTS" && continue
  echo "FAILED $f: the runner did not reach its end"
  failed=$((failed + 1))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
