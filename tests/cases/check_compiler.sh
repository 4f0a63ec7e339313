# orielcc --check: whatever way a program is built, it runs with and without
# orielrun, and its atomics are right.
. "$ROOT/tests/cases/lib.sh"

cat >part.c <<'END'
#include <string.h>
int counts[8];
_Thread_local int calls;
void count(const int *from) { calls++; memcpy(counts, from, sizeof counts); }
int first(int (*more)(void), int n) { /* warnings know what optimisation finds */
  int at;
  int ok = more();
  if (ok) at = more();
  if (n) ok = ok && more();
  return ok ? at : n;
}
END
cat >main.c <<'END'
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
void count(const int *from);
extern int counts[];
static atomic_long sum;
static __int128 wide __attribute__((aligned(16)));
enum { DIFFER = __builtin_memcmp("a", "b", 1) < 0 };
_Static_assert(__builtin_strcmp("a", "a") == 0, "constants are compared");
const size_t length = strlen("four");
static void *add(void *arg) {
  for (int i = 0; i < 20000; i++) {
    sum++;
    __atomic_fetch_add(&wide, 3, __ATOMIC_RELAXED);
  }
  return arg;
}
__attribute__((constructor)) static void before(void) { sum = 1; }
int main(int argc, char **argv) {
  int numbers[8] = {1, 2, 3};
  pthread_t other;
  if (argc > 1) { MPI_Init(&argc, &argv); MPI_Finalize(); }
  count(numbers);
  pthread_create(&other, 0, add, 0);
  add(0);
  pthread_join(other, 0);
  return sum == 40001 && wide == 120000 ? counts[2] : DIFFER;
}
END
sed 's/MPI_[A-Z][a-z]*([^)]*);//g; s/.*mpi.h.*//' main.c >native.c
cat >whole.cpp <<'END'
#include <mpi.h>
#include <atomic>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
struct base { virtual ~base() {} virtual int f() = 0; };
struct derived : base { std::string s = "abc"; int f() { return s.size(); } };
static std::atomic<int> made{2};
constexpr int order(const char *a, const char *b) {
  return __builtin_memcmp(a, b, 2) + __builtin_strncmp(a, b, 2);
}
static_assert(order("ab", "ac") < 0, "constants are compared");
int main(int argc, char **argv) {
  std::vector<std::unique_ptr<base>> v;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 3; i++) { v.emplace_back(new derived); made++; }
  char copy[8];
  __builtin_memcpy(copy, "text", 5);
  try { if (made == 5) throw std::runtime_error(copy); }
  catch (std::exception &e) {
    MPI_Finalize();
    return v[2]->f() + strlen(e.what());
  }
  return 1;
}
END

check() { # compiler, C++ compiler
  export ORIEL_CC=$1 ORIEL_CXX=$2
  for level in -O0 -O2; do
    # One command; separate steps; a shared library.
    "$ORIELCC" --check -mcx16 -Wall -Werror $level -o one main.c part.c -latomic
    "$ORIELCC" --check -mcx16 -Wall -Werror $level -c main.c part.c
    "$ORIELCC" --check -Wall -Werror -o two main.o part.o -latomic
    "$ORIELCC" -o three main.o part.o -latomic
    "$ORIELCC" --check -mcx16 $level -shared -o libpart.so part.c
    "$ORIELCC" --check -mcx16 $level main.c -o four -L. -lpart -Wl,-rpath,. -latomic
    for program in one two three four; do
      expect_exit 3 ./$program x
      expect_exit 3 "$ORIELRUN" --quiet -np 3 ./$program x
      ldd ./$program >libraries
      ! grep -q 'tsan\|asan' libraries || complain "$(cat libraries)"
    done
    # Threads of the host.
    "$ORIELCC" --check -mcx16 $level -o native native.c part.c -latomic
    expect_exit 3 ./native
    "$ORIELCXX" --check -Wall $level -o five whole.cpp
    expect_exit 7 "$ORIELRUN" --quiet -np 2 ./five
    expect_exit 7 ./five
  done
}
check gcc g++
if command -v clang++ >/dev/null; then check clang clang++; fi
export ORIEL_CC=gcc

# Whatever name gcc is called by.
mkdir clang-tools
ln -s "$(command -v gcc)" clang-tools/my-clang-gcc
ORIEL_CC=clang-tools/my-clang-gcc "$ORIELCC" --check -c part.c

# Preprocessing, assembler sources and headers stay what they are.
"$ORIELCC" --check -E main.c | grep -q 'counts'
printf '#define HERE here\n.globl HERE\nHERE: ret\n' >asm.S
"$ORIELCC" --check -c asm.S
expect_exit 0 "$ORIELCC" --showme:compile --check
expect_text out 'fno-builtin-memcpy'
expect_exit 0 "$ORIELCC" --showme:compile
if grep -q builtin out; then complain "$(cat out)"; fi

# Sources that a file of arguments names, or whose language an option does: what
# they load and store is seen.
cat >race.inc <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
  int rank, one = 1, *mine;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_fence(0, win);
  if (rank) MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  if (!rank) *mine = 2;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
END
cp race.inc race.c
echo '-O2 race.c' >arguments
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  for arguments in @arguments '-xc race.inc' '-x c race.inc'; do
    # shellcheck disable=SC2086
    ORIEL_CC=$compiler "$ORIELCC" --check -o race $arguments
    expect_exit 121 "$ORIELRUN" --quiet --check -np 2 ./race
  done
done
echo race.o >objects
ORIEL_CC=gcc "$ORIELCC" --check -c race.c
ORIEL_CC=gcc "$ORIELCC" --check -o race @objects
expect_exit 121 "$ORIELRUN" --quiet --check -np 2 ./race

# Every clang is told to move no loads and stores, and to show those of locals.
if command -v clang >/dev/null; then
  ORIEL_CC=clang expect_exit 0 "$ORIELCC" --check -show -O -c main.c
  grep -q -e 'instcombine.* -O1 ' -e ' -O0 ' out || complain "$(cat out)"
  option=-asan-use-stack-safety=0
  ! clang -mllvm $option -fsyntax-only main.c 2>log || expect_text out $option
fi

# Nothing is warned of that is not the program's.
printf 'int f(const char *a) { return __builtin_memcmp(a, "b", 2); }\n' >old.c
cp old.c old.cpp
"$ORIELCC" --check -std=c90 -pedantic -Wall -Wextra -Werror -c old.c
"$ORIELCXX" --check -std=c++98 -pedantic -Wall -Wextra -Werror -c old.cpp

# What the compilers must leave as calls is what is told as accesses, but for
# strlen, which is a call anyway, and a constant where programs need one.
"$ORIELCC" --check -show -c main.c >flags
for name in $(grep -o 'ROW([a-z]*)' "$ROOT/sim/touch/library.c" |
  sed 's/ROW(//; s/)//' | grep -v 'name\|pread\|pwrite\|readv\|writev\|^strlen$'); do
  grep -q -e "-fno-builtin-$name " flags || complain "$name is not in orielcc"
done
