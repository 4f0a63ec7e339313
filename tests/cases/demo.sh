# `make demo`, with fewer ranks: the program's table, and the summary.
. "$ROOT/tests/cases/lib.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL

# The build's objects are as they should be, whatever their flags.
expect_exit 0 make -s -C "$ROOT" B="$B" -o "$B/gen/flags" \
  demo DEMO_RANKS=16 DEMO_STEPS=5
expect_text out "16 ranks as 4 x 4, 8 x 8 cells each, 5 steps"
expect_text out "lock_all+flush"
expect_text err "16 ranks on 16 hosts of fat-tree.xml"
expect_text err "MPI_Win_fence"
