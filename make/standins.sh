#!/bin/sh
# standins.sh FOLDER COMPILER: libraries in FOLDER that stand in for those of
# ns-3, and for Fortran's, which SimGrid has for Fortran programs of its own.
#
# They have all names of these to which SimGrid refers: functions and objects of
# zeros. Some functions are called while SimGrid is loaded. They return a
# reference (to bytes that are 1, since SimGrid may divide by what it finds
# there) that is false where it is taken for a bool. One file has the names of
# all these libraries. There are none where SimGrid is without them, or does not
# load with the stand-ins.
folder=$1 compiler=$2
simgrid=$($compiler -print-file-name=libsimgrid.so)
mkdir -p "$folder" && cd "$folder" && rm -f ./* || exit 1
names=$(readelf -d "$simgrid" | sed -n 's/.*NEEDED.*\[\(lib\(ns3\|gfortran\).*\)]/\1/p')
[ -n "$names" ] || exit 0

nm -D --undefined-only "$simgrid" | awk '
  function label(name, type) {
    return ".globl " name "\n.type " name ", @" type "\n" name ":\n"
  }
  $2 ~ /^_ZT.*3ns3/ { objects = objects label($2, "object"); next }
  $2 ~ /3ns3/       { functions = functions label($2, "function") }
  $2 ~ /^_gfortran_/ {
    split($2, part, "@")
    functions = functions label(part[1], "function")
    versions[part[2]] = versions[part[2]] " " part[1] ";"
  }
  END {
    for (name in versions) print name " {" versions[name] " };" >"versions"
    print ".text\n" functions "leaq ones(%rip), %rax\nret"
    print ".data\n.balign 256\nones: .fill 4096, 1, 1\n" objects ".zero 4096"
    print ".section .note.GNU-stack, \"\", @progbits"
  }' >standins.s
: >>versions
$compiler -shared -nostdlib -o none.so standins.s \
  -Wl,--version-script=versions || exit 1
for name in $names; do ln -s none.so "$name"; done

echo 'int main(void) { return 0; }' >probe.c
$compiler -o probe probe.c -Wl,--no-as-needed -lsimgrid || exit 1
{ LD_LIBRARY_PATH=. ./probe || rm -f lib*; } 2>/dev/null
rm -f standins.s versions probe.c probe
