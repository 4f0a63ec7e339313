# Files that cannot be run: one line, exit code of usage.
. "$ROOT/tests/cases/lib.sh"

refused() { # text... -- file
  local texts=()
  while [ "$1" != -- ]; do texts+=("$1"); shift; done
  expect_refusal "${texts[@]}" -- "$ORIELRUN" -np 2 "$2"
}
echo 'int main(void) { return 0; }' >main.c
echo '#!/bin/sh' >script
printf '#! /bin/sh\n\n# p - temporary wrapper script for .libs/p\n' >wrapper
echo text >text
cc -no-pie -fno-pie -o fixed main.c
cc -c -o object.o main.c
cc -shared -fPIC -o library.so main.c
chmod +x script wrapper text
printf 'int MPI_Init(void) { return 0; }' >other.c
cc -shared -fPIC -Wl,-soname,libmpi.so.40 -o libmpi.so other.c
echo 'int MPI_Init(void); int main(void) { return MPI_Init(); }' >init.c
cc -fPIE -pie -o linked init.c -L. -lmpi
echo 'int f(void); int main(void) { return f(); }' >f.c
echo 'int f(void) { return 0; }' >lib.c
cc -shared -fPIC -o libf.so lib.c
cc -fPIE -pie -o lacking f.c -L. -lf
rm libf.so

refused 'No such file' -- ./nothing
refused 'is a directory' -- .
refused 'not an executable' 'orielcc makes one' -- ./text
refused 'main.c: is not an executable' 'orielcc makes one' -- main.c
refused 'is a script; give the program itself' -- ./script
refused 'wrapper: is a script of libtool' '--mode=execute orielrun' -- ./wrapper
refused 'not position-independent' orielcc -- ./fixed
refused 'not linked; link it with orielcc' -- ./object.o
refused 'a library' -- ./library.so
refused 'another MPI (libmpi.so.40)' orielcc -- ./linked
refused 'libf.so' 'not found' LD_LIBRARY_PATH -- ./lacking
# Sanitizers, also where their libraries are linked statically. (So linked, that
# for undefined behaviour runs.)
for sanitizer in address leak thread; do
  library=-static-lib${sanitizer:0:1}san
  "$ORIELCC" -fsanitize=$sanitizer "$library" -o sanitized main.c || continue
  refused 'uses a sanitizer' 'compile without' -- ./sanitized
done
head -c 3000 linked >cut
refused 'cut' -- ./cut
# Tables of the file that are overwritten lead outside of it, or nowhere.
overwrite() { # section bytes-into-it file
  local at
  cp main "$3"
  at=$(readelf -SW main |
    awk -v s="$1" '{ for (i = 1; i < NF; i++) if ($i == s) print $(i + 3) }')
  printf '\376\377\377\177' |
    dd of="$3" bs=1 seek=$((16#$at + $2)) conv=notrunc status=none
}
"$ORIELCC" -o main main.c
overwrite .gnu.hash 0 buckets
refused 'buckets: its table of symbols is damaged' -- ./buckets
overwrite .gnu.version_r 8 versions
refused 'versions: is damaged, or a library of it' -- ./versions
"$ORIELCC" -o closed main.c
chmod -x closed
refused 'closed: Permission denied' -- ./closed

cat >overflows.c <<'END'
#include <limits.h>
int main(int argc, char **argv)
{
  (void)argv;
  return INT_MAX + argc == 0;
}
END
if "$ORIELCC" -fsanitize=undefined -static-libubsan -o overflows overflows.c; then
  expect_exit 0 "$ORIELRUN" --quiet -np 2 ./overflows
  expect_text err 'overflows.c:5:18: runtime error: signed integer overflow'
fi

# A call that a rank cannot make: told where.
cat >forks.c <<'END'
#include <unistd.h>
int main(void) {
  return fork(); }
END
"$ORIELCC" -o forks forks.c
expect_exit 125 "$ORIELRUN" --quiet -np 2 ./forks
expect_text err 'rank 0 at forks.c:3: fork() is not supported'
# Not every C library has this one.
cat >spawns.c <<'END'
__attribute__((weak)) int pidfd_spawn(void);
int main(void) {
  return pidfd_spawn(); }
END
"$ORIELCC" -o spawns spawns.c
expect_exit 125 "$ORIELRUN" --quiet -np 2 ./spawns
expect_text err 'rank 0 at spawns.c:3: pidfd_spawn() is not supported'
