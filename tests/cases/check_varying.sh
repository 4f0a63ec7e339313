# Arrays of variable length: at every level of optimisation nothing false is
# said of them; without optimisation those that are too short are found.
. "$ROOT/tests/cases/lib.sh"

cat >p.c <<'END'
#include <mpi.h>
#include <alloca.h>
#include <string.h>

static MPI_Win win;
static int more;

/* Origin buffers of exactly so many bytes, if `more` is 0. */
#define PUT_BYTES(at, n)                                                       \
  do {                                                                         \
    MPI_Put(at, (int)(n), MPI_BYTE, 0, 0, (int)(n), MPI_BYTE, win);            \
    MPI_Win_flush(0, win);                                                     \
  } while (0)
#define PUT(at)                                                                \
  do {                                                                         \
    memset(at, 0, sizeof(at));                                                 \
    PUT_BYTES(at, sizeof(at) + more);                                          \
  } while (0)

static void dimensions(int n, int m)
{
  double block[n][m];
  PUT(block);
  short cube[m][3][n + m];
  PUT(cube);
  typedef struct {
    char c[7];
  } seven;
  typedef seven row[n];
  row rows[2], one;
  PUT(rows);
  memset(&one, 0, sizeof one);
  PUT_BYTES(&one, sizeof one + more);
}

/* What is declared behind a call is not there yet, but its frame may hold what
 * an earlier turn, or call, left. */
static void turns(int n)
{
  char outer[n];
  for (int i = n; i > 0; i--) {
    char first[i];
    PUT(outer);
    PUT(first);
    char second[2 * i];
    PUT(second);
    if (i % 2) {
      PUT(first);
      char third[3 * i];
      PUT(third);
      PUT(outer);
    }
  }
  for (int i = 1; i < n; i++) {
    char growing[i * i];
    PUT(growing);
    char *more_of_it = alloca((size_t)i);
    memset(more_of_it, 0, (size_t)i);
    PUT_BYTES(more_of_it, i);
    PUT(growing);
  }
}

static void deeper(int n, const char *from, size_t size)
{
  char own[5 * n];
  PUT(own);
  PUT_BYTES(from, size + more);
  if (n > 1) deeper(n - 1, own, sizeof own);
  PUT_BYTES(own, sizeof own + more);
}

static void of_caller(int n, int a[n][n])
{
  PUT_BYTES(a, n * sizeof *a + more);
}

int main(int argc, char **argv)
{
  char *memory;
  MPI_Init(&argc, &argv);
  more = argc - 1;
  MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  for (int n = 2; n < 6; n++) {
    int square[n][n];
    dimensions(n, n + 1);
    turns(8 - n);
    turns(n);
    deeper(n, (char *)square, sizeof square);
    of_caller(n, square);
  }
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
END

for cc in gcc clang; do
  command -v $cc >/dev/null || continue
  for flags in -O0 -O1 -O2 -O3 "--check -O0" "--check -O2"; do
    # shellcheck disable=SC2086 # they are words
    ORIEL_CC=$cc "$ORIELCC" $flags -w -o p p.c
    expect_exit 0 "$ORIELRUN" --quiet --check ./p
    [ ! -s err ] || complain "$cc $flags: $(cat err)"
  done
  ORIEL_CC=$cc "$ORIELCC" -O0 -w -o p p.c
  expect_exit 121 "$ORIELRUN" --quiet --check ./p more
  for what in '`block` of dimensions(), which has' \
    '`cube` of dimensions(), which has' '`first` of turns(), which has' \
    '`third` of turns(), which has' '`own` of deeper(), which has' \
    '`square` of main(), which has'; do
    expect_text err "$what"
  done
done
