# The library and its unit tests build without a warning with clang, too, and a
# program runs on what it made. Only among the long tests: it builds all anew.
. "$ROOT/tests/cases/lib.sh"
[ -n "$ALL" ] || exit 0
command -v clang >/dev/null || { echo "there is no clang"; exit 0; }
unset MAKEFLAGS MFLAGS MAKELEVEL
units=$(cd "$ROOT" && echo tests/unit/test_*.c)
units=${units//tests\/unit\//$PWD\/b\/tests\/}
make -C "$ROOT" --no-print-directory -j2 B="$PWD/b" CC=clang all \
  ${units//.c/} >make.out 2>&1 || complain "$(grep -A5 'error' make.out)"
"$ORIELCC" -O1 -o program "$ROOT/tests/programs/accumulate_ops.c" ||
  complain "tests/programs/accumulate_ops.c does not build"
b/bin/orielrun --quiet -np 4 ./program >out
expect_text out ok
