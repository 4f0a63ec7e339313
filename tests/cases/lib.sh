# For the cases: `. "$ROOT/tests/cases/lib.sh"`. A case runs in an empty
# folder under `bash -eu`; ROOT, ORIELCC, ORIELCXX and ORIELRUN are set.
# shellcheck shell=bash

complain() {
  echo "$*"
  exit 1
}

# Run a command, its streams into out and err; its exit code must be $1.
expect_exit() {
  local expected=$1 got=0
  shift
  "$@" >out 2>err </dev/null || got=$?
  [ "$got" = "$expected" ] && return
  echo "\$ $*"
  echo "exit code $got, expected $expected; stdout and stderr:"
  head -20 out err
  exit 1
}

# The file holds the text (a fixed string).
expect_text() { # file text
  grep -qF -- "$2" "$1" && return
  echo "$1 lacks: $2"
  cat "$1"
  exit 1
}

# The file is exactly the text.
expect_file() { # file text
  printf '%s\n' "$2" | diff -u --label expected --label "$1" - "$1"
}

# A refusal of bad input: exit 125, nothing on stdout, one line on stderr that
# begins with "oriel" and holds the texts.
expect_refusal() { # text... -- command...
  local texts=()
  while [ "$1" != -- ]; do texts+=("$1"); shift; done
  shift
  expect_exit 125 "$@"
  [ ! -s out ] || complain "a refusal wrote to stdout: $(cat out)"
  [ "$(wc -l <err)" = 1 ] || complain "not one line: $(cat err)"
  grep -q '^oriel' err || complain "does not say who complains: $(cat err)"
  local text
  for text in "${texts[@]}"; do expect_text err "$text"; done
}
