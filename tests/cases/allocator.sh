# A library that replaces malloc(), as jemalloc, is left where the C library has
# the function: that hands its own memory to the program, which frees it. What
# such a library has beside that is there.
. "$ROOT/tests/cases/lib.sh"

cat >allocator.c <<'END'
#include <stddef.h>
#include <stdlib.h>
static _Alignas(16) char room[1 << 16];
static size_t used;
void *malloc(size_t size)
{
  size_t at = used;
  used += (size + 15) / 16 * 16;
  return room + at;
}
void free(void *p)
{
  char *c = p;
  if (p && (c < room || c >= room + sizeof room)) abort();
}
int allocator_version(void) { return 5; }
END
cat >copies.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int allocator_version(void);
int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  char *copy = strdup(argv[0]), *line = NULL, *path = realpath(".", NULL);
  size_t size = 0;
  FILE *file = fopen("/proc/self/status", "r");
  if (getline(&line, &size, file) < 0) return 1;
  fclose(file);
  free(copy);
  free(path);
  free(line);
  free(malloc(10));
  printf("version %d\n", allocator_version());
  return MPI_Finalize();
}
END
"$ORIELCC" -O1 -fno-builtin -shared -o libjemalloc.so.2 allocator.c
for check in "" --check; do
  "$ORIELCC" $check -o copies copies.c ./libjemalloc.so.2 -Wl,-rpath,"$PWD"
  expect_exit 0 "$ORIELRUN" $check --quiet -np 2 ./copies
  [ "$(grep -c "version 5" out)" = 2 ] || complain "$(cat out)"
done
