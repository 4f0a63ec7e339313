# Objects are made anew when their flags are others, and only then.
. "$ROOT/tests/cases/lib.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL

# What make does for an object of a build of its own.
build() {
  expect_exit 0 make -C "$ROOT" B="$PWD/b" LTO= "$@" "$PWD/b/obj/model/map.o"
  sed -n '/^  CC/p' out
}
[ "$(build)" = '  CC   model/map.c' ] || complain "the object is not made"
[ -z "$(build)" ] || complain "it is made twice"
[ -n "$(build OPT=-O0)" ] || complain "other flags change nothing"
[ -z "$(build OPT=-O0)" ] || complain "it is made twice with these flags"
