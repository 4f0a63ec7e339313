# The runner's own test: it passes what is right, fails what is wrong, and
# says why. Needs neither Oriel nor MPI.
. "$ROOT/tests/cases/lib.sh"

run() {
  env -u RESULTS -u ALL ORIELCC="${CC:-cc}" \
    ORIELRUN="$ROOT/tests/selftest/launch" "$ROOT/tests/run.sh" "$@"
}
self=tests/selftest

expect_exit 0 run $self/good.c
expect_file out "4 passed, 0 failed"
expect_exit 0 run $self/report.c
expect_file out "2 passed, 0 failed"

fails() { # name failures reason...
  local name=$1 failures=$2 reason
  shift 2
  expect_exit 1 run "$self/$name.c"
  expect_text out "FAILED $self/$name.c"
  for reason in "$@"; do expect_text out "$reason"; done
  [ "$(tail -n 1 out)" = "$failures" ] ||
    complain "$name: $(tail -n 1 out), expected $failures"
}
fails bad_exit "0 passed, 1 failed" "exit code 5, expected 4" "-np 1"
fails bad_stdout "0 passed, 3 failed" "+two" "-three" "-one"
fails bad_stderr "0 passed, 2 failed" "stderr should be empty" \
  "stderr lacks: reason"
fails bad_report "0 passed, 2 failed" "- indented" "+  indented"
fails bad_twice "1 passed, 1 failed" "(time 2)" "differ"
fails bad_timeout "0 passed, 1 failed" "exit code 124"
fails bad_compile "0 passed, 1 failed" "unused"
fails bad_header "0 passed, 1 failed" "not a directive: sdtout"
fails bad_no_run "0 passed, 1 failed" 'no "run:" line'

# A unit test is a program that was built; what it says of failures is shown.
mkdir -p tests
build=$(realpath --relative-to="$ROOT" .)
unit() { # exit code, to a name that tests/unit has
  printf '#!/bin/sh\necho "[ RUN      ] one"\necho "[  ERROR   ] two"\nexit %s\n' \
    "$1" >tests/test_epoch
  chmod +x tests/test_epoch
}
unit 0
B=$build expect_exit 0 run tests/unit/test_epoch.c
expect_file out "1 passed, 0 failed"
# Ctrl-C, of which all of a process group are told, ends it, too.
group='$(cut -d " " -f 5 /proc/self/stat)'
eval "here=$group"
printf '#!/bin/sh\n[ "%s" = %s ]\n' "$group" "$here" >tests/test_epoch
B=$build expect_exit 0 run tests/unit/test_epoch.c
unit 3
B=$build expect_exit 1 run tests/unit/test_epoch.c
expect_text out "FAILED tests/unit/test_epoch.c"
expect_text out "[  ERROR   ] two"
expect_text out "exit code 3"
! grep -F '[ RUN' out || complain "a passed test is shown"
rm tests/test_epoch
B=$build expect_exit 1 run tests/unit/test_epoch.c
expect_text out "FAILED tests/unit/test_epoch.c"

# A test that is not there, and no test at all, are failures too.
expect_exit 1 run $self/missing.c
expect_exit 1 run $self/launch
expect_text out "not a test"

# One bad among the good: the good still count.
expect_exit 1 run $self/good.c $self/bad_exit.c
[ "$(tail -n 1 out)" = "4 passed, 1 failed" ] || complain "$(cat out)"
