#!/bin/sh
# stub_library.sh LIBRARY STUB COMPILER: a library for linkers alone, which has
# the names of LIBRARY and needs no other library. Of what LIBRARY needs a
# linker would read all, to see whether a name is missing there: of SimGrid's
# libraries that takes four times as long as all else that links a program. It
# cannot be loaded.
library=$1 stub=$2 compiler=$3
soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)]/\1/p')
rm -f "$stub"

# Name, kind, value and size. Of what is no function the size matters: a program
# may have a copy of it. Names that C cannot have are the compiler's own: how
# many of these LIBRARY has, and of which kinds, goes by its flags. (Those of
# C++ are in each object that uses them.)
nm -D -P --defined-only "$library" | awk '
  $1 ~ /^_Z|[.]/ { next }
  { print $2 == "W" ? ".weak " $1 : ".globl " $1 }
  $2 ~ /[TW]/ { print ".type " $1 ", @function\n" $1 ": ud2"; next }
  $2 == "D" {
    print ".data\n.balign 16\n.type " $1 ", @object\n.size " $1 ", 0x" $4
    print $1 ": .zero 0x" $4 "\n.text"
    next
  }
  {
    print "stub_library.sh: " $1 ": a name of kind " $2 >"/dev/stderr"
    exit 1
  }
  END { print ".section .note.GNU-stack, \"\", @progbits" }' >"$stub.s" &&
  $compiler -shared -nostdlib -Wl,-soname,"$soname" -Wl,-z,nodlopen \
    -o "$stub" "$stub.s" &&
  rm "$stub.s"
