# orielcc and oriel++ take what a compiler takes.
. "$ROOT/tests/cases/lib.sh"

cat >part.c <<'END'
#include <mpi.h>
int calls;
int size(void) { int n; calls++; MPI_Comm_size(MPI_COMM_WORLD, &n);
  return n + 10 * calls; }
END
cat >main.c <<'END'
#include <mpi.h>
#include <math.h>
int size(void);
int main(int argc, char **argv) { MPI_Init(&argc, &argv);
  int n = size() + (int)sqrt(argc + 3.0); MPI_Finalize(); return n; }
END
cat >plain.cpp <<'END'
#include <mpi.h>
#include <stdexcept>
int main(int argc, char **argv) { MPI_Init(&argc, &argv); int n = 0;
  try { throw std::runtime_error("x"); } catch (std::exception &) { n = 5; }
  MPI_Finalize(); return n; }
END

# Separate compilation, one command for all, a shared library.
"$ORIELCC" -Wall -Werror -c main.c part.c
"$ORIELCC" -o one main.o part.o -lm
expect_exit 14 "$ORIELRUN" --quiet -np 2 ./one
"$ORIELCC" -O2 main.c part.c -lm
expect_exit 13 "$ORIELRUN" --quiet -np 1 ./a.out
"$ORIELCC" -shared -fPIC -o libpart.so part.c
"$ORIELCC" -o two main.c -L. -lpart -Wl,-rpath,. -lm
expect_exit 14 "$ORIELRUN" --quiet -np 2 ./two
"$ORIELCXX" -o three plain.cpp
expect_exit 5 "$ORIELRUN" --quiet -np 3 ./three

# mpi.h's macros have casts that nobody is warned of, but those who take one
# handle for another are.
sed 's/int n = 0;/int n = MPI_Barrier(MPI_COMM_WORLD);/' plain.cpp >casts.cpp
"$ORIELCXX" -Wall -Wextra -Wold-style-cast -Werror -c casts.cpp
echo '#include <mpi.h>
MPI_Comm comm(void) { return MPI_INT; }' >handles.c
expect_exit 1 "$ORIELCC" -Werror -c handles.c

# What else is asked of a compiler.
"$ORIELCC" -E main.c | grep -q sqrt
"$ORIELCC" -MM main.c | grep -q '^main.o: main.c'
"$ORIELCC" -S -o main.s main.c && [ -s main.s ]
echo 'int main(void) { return 3; }' | "$ORIELCC" -x c -o piped -
expect_exit 3 ./piped
"$ORIELCC" --help >help
for option in --check -show --showme:compile --showme:link libdirs ORIEL_CC; do
  expect_text help "$option"
done
cc --help | diff - <(tail -n "$(cc --help | wc -l)" help)
"$ORIELCXX" --help | grep -q 'ORIEL_CXX names'
"$ORIELCC" --version | grep -q '^orielcc (Oriel) '
expect_exit 0 "$ORIELCC" -show -DX='a b' main.c
expect_text out "'-DX=a b' main.c"
expect_text out ' -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -fPIE '
for flag in -gsplit-dwarf -gdwarf64; do
  expect_exit 0 "$ORIELCC" -show $flag -c main.c
  expect_text out ' -g ' # which that does not imply
done
expect_exit 0 "$ORIELCC" -show -g0 -fomit-frame-pointer \
  -foptimize-sibling-calls -c main.c
[ "$(grep -c -e '-g ' -e no-omit -e no-opt -e loriel out)" = 0 ] ||
  complain "adds what was declined: $(cat out)"
# The words of other MPIs' compilers.
root=$(cd "$(dirname "$ORIELCC")/.." && pwd)
show() { # option output
  "$ORIELCC" $1 >out
  [ "$(cat out)" = "$2" ] || complain "$1: $(cat out)"
}
ORIEL_CC='gcc -m64' show --showme:command 'gcc -m64 '
word() { # as a shell reads it back
  case $1 in *[!A-Za-z0-9_/.-]*) printf "'%s' " "$1" ;; *) printf '%s ' "$1" ;; esac
}
show --showme:incdirs "$(word "$root/include")"
show -showme:libdirs "$(word "$root/lib")"
show '--showme:libdirs -fopenmp' "$(word "$root/lib/oriel")$(word "$root/lib")"
show --showme:libs 'oriel '
[ "$("$ORIELCC" --showme:version | wc -l)" = 1 ] || complain "more than a line"
"$ORIELCC" --showme:version | grep -q '^orielcc: Oriel [0-9.]* (Language: C)$'
"$ORIELCXX" --showme:version | grep -q '(Language: C++)$'
"$ORIELCC" -show main.c >shown
for option in --show -showme -compile_info -link_info -link-info; do
  show "$option main.c" "$(cat shown)"
done
"$ORIELCC" --showme:help | grep -q '^usage:'
expect_refusal '--check=strict' 'orielrun' -- "$ORIELCC" --check=strict main.c
expect_refusal '--showme:nothing' -- "$ORIELCC" --showme:nothing

# Assembly gets no option that it has no use for, of which clang would warn;
# sources beside it do.
printf 'half: ret\n.section .note.GNU-stack,"",@progbits\n' >half.s
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  ORIEL_CC=$compiler expect_exit 0 "$ORIELCC" -Werror -c half.s
done
expect_exit 0 "$ORIELCC" -show half.s main.c
expect_text out ' -fno-omit-frame-pointer -fno-optimize-sibling-calls '

# Through a link; with another compiler.
ln -s "$ORIELCC" linked
expect_exit 0 ./linked -o four main.c part.c -lm
ORIEL_CC='false x' expect_exit 1 "$ORIELCC" main.c

# Its exit code is the compiler's; what cannot work is said.
echo 'int main(void) { return' >broken.c
expect_exit 1 "$ORIELCC" broken.c
for flag in -static -no-pie -fno-pie; do
  expect_refusal -- "$ORIELCC" $flag main.c
done

ORIEL_CC=none expect_exit 125 "$ORIELCC" -c main.c
expect_text err 'orielcc: no compiler none is found; ORIEL_CC names another'

# What leads to itself is told, and not run for ever.
bin=$(cd "$(dirname "$ORIELCC")" && pwd)
mkdir own
ln -s "$bin/orielcc" own/cc # ORIEL_CC is words: the path may have blanks
ln -s "$bin/oriel++" own/other
printf '#!/bin/sh\nexec "%s" "$@"\n' "$bin/orielcc" >own/wrapper
chmod +x own/wrapper
for compiler in cc own/cc own/wrapper; do
  PATH=$PWD/own:$PATH ORIEL_CC=$compiler expect_exit 125 \
    timeout 10 "$ORIELCC" main.c
  expect_text err "the compiler $compiler is, or calls, Oriel's; ORIEL_CC names"
done
ORIEL_CC="own/other -fpermissive" "$ORIELCC" -c -xc part.c # that is no circle
cat >asks <<END # nor is that
#!/bin/sh
eval "set -- \$("$ORIELCC" --showme:compile) \"\\\$@\""
exec cc "\$@"
END
chmod +x asks
ORIEL_CC=./asks "$ORIELCC" -c part.c 2>err
[ ! -s err ]

# What stands in a file of arguments, or in one that this names, counts as on
# the command line; quotes and backslashes are the compiler's.
echo '-shared -fPIC -o libpart.so part.c' >shared
"$ORIELCC" @shared
expect_exit 14 "$ORIELRUN" --quiet -np 2 ./two
cat >'the words' <<'END'
-c 'odd name.c' "-DTEXT=\"a \\\\ b\""
  -Werror -Wall -DX=\'x\'
END
echo 'const char text[] = TEXT, x = X;' >'odd name.c'
echo '@the\ words -o odd.o' >named
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  ORIEL_CC=$compiler "$ORIELCC" @named
done
echo '-static -o one main.c' >static
expect_refusal -static -- "$ORIELCC" @static
echo '@round @round' >round
expect_exit 1 "$ORIELCC" @round
echo "-g0 -DX=\\'a\\  '-DY=a b' @none main.c" >shown
expect_exit 0 "$ORIELCC" -show @shown
expect_text out "-g0 '-DX='\\''a ' '-DY=a b' @none main.c -pie"
