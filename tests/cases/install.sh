# `make install`: what is installed works from where it is, after a move and
# with spaces in the path too; `make uninstall` leaves nothing.
. "$ROOT/tests/cases/lib.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL

cat >ring.c <<'END'
#include <mpi.h>
#include <oriel.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  int rank, size, *from;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof *from, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &from, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  oriel_compute(1e-6);
  printf("%d\n", *from);
  MPI_Win_free(&win);
  return MPI_Finalize();
}
END
sed 's/printf("%d\\n", \*from)/std::cout << *from << "\\n"/
     s/<stdio.h>/<iostream>/' ring.c >ring.cc

# Compile and run with nothing but the commands of a prefix.
use() { # prefix
  local bin=$1/bin
  expect_exit 0 "$bin/orielcc" -O1 -Wall -Werror -o ring ring.c
  expect_exit 0 "$bin/orielrun" -np 3 --quiet \
    --platform "$1/share/oriel/platforms/fat-tree.xml" ./ring
  [ "$(sort -n out | tr '\n' ' ')" = "0 1 2 " ] || complain "$(cat out)"
  expect_exit 0 "$bin/orielrun" -np 3 --platform torus.xml ./ring
  expect_text err "3 hosts of torus.xml"
  expect_exit 0 ./ring # one rank, by the orielrun beside the library
  expect_file out 0
  expect_exit 0 "$bin/oriel++" -o ring++ ring.cc
  expect_exit 0 "$bin/orielrun" --quiet -np 2 ./ring++
  rm -f ring ring++
}

# The build's objects are as they should be, whatever their flags.
make_install() {
  make -s -C "$ROOT" B="$B" -o "$B/gen/flags" "$@" >log 2>&1 ||
    complain "$(cat log)"
}

prefix="$PWD/a prefix"
make_install install PREFIX="$prefix"
use "$prefix"
ln -s "$prefix/bin/orielcc" link # reached through a link
expect_exit 0 ./link -o ring ring.c

# ns-3's libraries, where SimGrid is linked to them, are not loaded.
ldd "$prefix/lib/oriel/simulator" | grep libns3 | grep -v /lib/oriel/standins/ &&
  complain "ns-3 is loaded"

# What programs are linked with has all names of what they load, but for the
# compiler's own, and needs no library that a linker would have to read.
names() {
  nm -D --defined-only "$prefix/lib/$1" | awk '$3 !~ /^_Z|[.]/ { print $2, $3 }'
}
[ "$(names liboriel.so)" = "$(names liboriel.so.0)" ] ||
  complain "liboriel.so has other names than liboriel.so.0"
! readelf -d "$prefix/lib/liboriel.so" | grep NEEDED ||
  complain "liboriel.so needs other libraries"
echo '#include <dlfcn.h>
  int main(int argc, char **argv) {
    return argc < 2 || !dlopen(argv[1], RTLD_LAZY); }' >load.c
cc -o load load.c -ldl
expect_exit 1 ./load "$prefix/lib/liboriel.so"
expect_exit 0 ./load "$prefix/lib/liboriel.so.0"

# What pkg-config says compiles with the plain compiler, programs and shared
# libraries. Without it, no test.
if command -v pkg-config >/dev/null; then
  PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --cflags --libs oriel \
    >flags
  eval "cc -o ring ring.c $(cat flags)"
  expect_exit 0 "$prefix/bin/orielrun" --quiet -np 2 ./ring
  sed 's/int main/int ring/' ring.c >part.c
  echo 'int ring(int, char **);
    int main(int argc, char **argv) { return ring(argc, argv); }' >main.c
  eval "cc -shared -fPIC -o libpart.so part.c $(cat flags)"
  eval "cc -o ring main.c -L. -Wl,-rpath,. -lpart $(cat flags)"
  expect_exit 0 "$prefix/bin/orielrun" --quiet -np 2 ./ring
fi

# What is linked by -loriel alone finds the library once the system lists it,
# which installing sees to where it can, and tells of where not.
expect_text log "LD_LIBRARY_PATH=$prefix/lib"
mkdir tools
echo 'echo 0' >tools/id
cat >tools/ldconfig <<'END'
case $1 in
-v) echo "$FOLDER: (from a file)" ;;
-p) [ ! -f listed ] || echo "	liboriel.so.0 (libc6) => $FOLDER/liboriel.so.0" ;;
'') : >listed ;;
esac
END
chmod +x tools/*
list() { # folder of the installed library
  PATH=$PWD/tools:$PATH FOLDER=$prefix/lib sh "$ROOT/make/ldconfig.sh" "$1" >said
}
list "$prefix/other"
expect_text said "LD_LIBRARY_PATH=$prefix/other"
[ ! -f listed ] || complain "ldconfig without need"
list "$prefix/lib"
[ -f listed ] && [ ! -s said ] || complain "not listed: $(cat said)"

# Staged elsewhere, for all to read whatever the umask, and moved.
(umask 077 && make_install install DESTDIR="$PWD/stage" PREFIX=/usr)
closed=$(find stage/usr ! -type l ! -perm -go=r)
[ -z "$closed" ] || complain "not for all to read: $closed"
mv stage/usr moved
use "$PWD/moved"

# The headers are for the C and C++ of old, too, by the letter, which the
# compilers would not tell of a system's.
mkdir include
for header in "$prefix"/include/*.h; do
  sed '/GCC system_header/d' "$header" >"include/${header##*/}"
done
for header in mpi.h oriel.h oriel_test.h; do
  echo "#include <$header>" >header.c
  for std in "gcc -std=c89" "gcc -std=c11 -x c" "g++ -std=c++98 -x c++" \
    "clang -std=c89" "clang++ -std=c++98 -Wno-long-long -x c++"; do
    command -v "${std%% *}" >/dev/null || continue
    $std -pedantic-errors -Wall -Wextra -Werror -Iinclude -c \
      header.c || complain "$std: $header"
  done
done

# All is there, and all goes.
for f in include/mpi.h include/oriel.h lib/liboriel.so lib/liboriel.so.0 \
  lib/pkgconfig/oriel.pc share/man/man1/orielrun.1 share/man/man1/orielcc.1; do
  [ -s "$prefix/$f" ] || complain "$f is not installed"
done
make_install uninstall PREFIX="$prefix"
left=$(find "$prefix" ! -type d)
[ -z "$left" ] || complain "not uninstalled: $left"

# Below / it is not the folder where make runs that is cleared.
make_install -n uninstall PREFIX= DESTDIR=
expect_text log 'cd "/" && rm'
