# The commands for gdb of docs/tour.md: a breakpoint in the program holds in all ranks.
. "$ROOT/tests/cases/lib.sh"

if ! command -v gdb >/dev/null || ! gdb -q -nx -batch -ex run true; then
  echo "gdb is not to be had here: not checked" >&2
  exit 0
fi >/dev/null

block() { # first line of it, document
  awk -v begin="$1" '
    /^```/ { taking = 0 } $0 == begin { taking = 1 } taking' "$ROOT/$2"
}
block '/* ring.c */' README.md >ring.c
block '# ranks.gdb' docs/tour.md >ranks.gdb
"$ORIELCC" -O0 -o ring ring.c
expect_exit 0 timeout 50 gdb -q -nx -batch -x ranks.gdb -ex 'print self->id' \
  -ex backtrace -ex continue -ex 'print self->id + rank' -ex continue \
  --args "$ORIELRUN" --quiet -np 2 ./ring
# shellcheck disable=SC2016 # gdb's own
for text in '$1 = 0' '#0  main (argc=1' '$2 = 2' 'rank 0 got 1 at' \
  'rank 1 got 0 at' 'exited normally'; do
  expect_text out "$text"
done
