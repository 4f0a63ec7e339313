# Programs with OpenMP: by both compilers, plain and optimised; linked in
# separate steps; linked by a plain compiler against its own OpenMP library.
. "$ROOT/tests/cases/lib.sh"

compilers=gcc
echo '#include <omp.h>' >probe.c
! clang -fopenmp -c probe.c 2>/dev/null || compilers="gcc clang"

cd "$ROOT"
for compiler in $compilers; do
  for level in -O0 -O2; do
    cxx=g++
    [ $compiler = gcc ] || cxx=clang++
    env -u RESULTS -u ALL ORIEL_CC=$compiler ORIEL_CXX=$cxx FLAGS=$level \
      tests/run.sh -j 1 tests/programs/omp_*.c* >"$OLDPWD/log" ||
      complain "$compiler $level: $(cat "$OLDPWD/log")"
  done
done
cd "$OLDPWD"

cat >part.c <<'END'
#include <omp.h>
int sum(int n) { int s = 0;
#pragma omp parallel for reduction(+ : s) num_threads(3) schedule(dynamic)
  for (int i = 0; i < n; i++) s += omp_get_num_threads();
  return s; }
END
cat >main.c <<'END'
#include <mpi.h>
int sum(int n);
int main(int argc, char **argv) { MPI_Init(&argc, &argv);
  int n = sum(7); MPI_Finalize(); return n; }
END
cat >plain.c <<'END'
int sum(int n);
int main(void) { return sum(5); }
END
cat >target.c <<'END'
#include <stddef.h>
void GOMP_target(int, void (*)(void *), const void *, size_t, void **, size_t *,
                 unsigned char *); /* of gcc before 5 */
int main(void) { GOMP_target(0, 0, 0, 0, 0, 0, 0); }
END

# More threads than there can be: told, unless there is a limit.
echo '#include <omp.h>
int main(void) {
#pragma omp parallel
  if (omp_get_num_threads() != 3) __builtin_trap();
  return 0; }' >limited.c
"$ORIELCC" -fopenmp -o limited limited.c
expect_exit 125 env OMP_NUM_THREADS=99999999999 "$ORIELRUN" --quiet ./limited
expect_text err 'rank 0: OMP_NUM_THREADS=99999999999: a team has at most 65536 threads'
expect_exit 0 env OMP_NUM_THREADS=99999999999 OMP_THREAD_LIMIT=3 \
  "$ORIELRUN" --quiet ./limited

# What is not understood is told, and never taken for something else.
wrong_setting() { # NAME=VALUE, what it takes
  expect_refusal "rank 0: $1: it takes $2" -- \
    env "$1" "$ORIELRUN" --quiet -np 2 ./limited
}
for value in 0 -1 x 3x 1e3 0x3 '3 2' 3, 3,x 3,0 ,3; do
  wrong_setting "OMP_NUM_THREADS=$value" 'a number above 0, or by level as 4,2'
done
for value in x 0 -1 3s; do
  wrong_setting "OMP_THREAD_LIMIT=$value" 'a number above 0'
done
for name in OMP_MAX_ACTIVE_LEVELS OMP_MAX_TASK_PRIORITY; do
  wrong_setting $name=-1 'a number that is not negative'
done
for name in OMP_DYNAMIC OMP_NESTED; do
  for value in 2 y truely 'true false' '1 0' yesno; do
    wrong_setting $name="$value" 'true or false'
  done
done
for value in fast static, static,x dynamic,-1 monotonic dynamic:4 staticx; do
  wrong_setting "OMP_SCHEDULE=$value" 'static, dynamic, guided or auto'
done
for value in x 0 -1 2T 64kib 64bb '1 M x' '1 M B' 1025G 99999999999G; do
  wrong_setting "OMP_STACKSIZE=$value" 'a size, at most 1024G'
done
for setting in OMP_NUM_THREADS=' 3 , 2 ' OMP_NUM_THREADS=3,1,1,1,1,1,1,1,1,1 \
  OMP_DYNAMIC=' False ' OMP_NESTED=TRUE OMP_SCHEDULE=' Static , 4 ' \
  OMP_SCHEDULE=nonmonotonic:dynamic,2 OMP_SCHEDULE='monotonic : auto' \
  OMP_DYNAMIC=0 OMP_DYNAMIC=Yes OMP_NESTED=' on ' OMP_NESTED=off OMP_NESTED=no \
  OMP_STACKSIZE=64KB OMP_STACKSIZE='1 mb' OMP_STACKSIZE=1T \
  OMP_STACKSIZE=65536B OMP_STACKSIZE=' 1 m ' OMP_STACKSIZE=512 \
  OMP_SCHEDULE= OMP_DYNAMIC= OMP_STACKSIZE= OMP_THREAD_LIMIT=' 7' \
  OMP_MAX_ACTIVE_LEVELS=; do
  expect_exit 0 env OMP_NUM_THREADS=3 "$setting" "$ORIELRUN" --quiet ./limited
done
# What they come to is shown where one of them asks for it, by each rank.
for value in x 2 'verbose x'; do
  wrong_setting "OMP_DISPLAY_ENV=$value" 'true, false or verbose'
done
for value in TRUE ' verbose ' 1; do
  expect_exit 0 env OMP_NUM_THREADS=3 OMP_DISPLAY_ENV="$value" \
    "$ORIELRUN" --quiet -np 2 ./limited
  [ "$(grep -c "OMP_NUM_THREADS='3'" err)" = 2 ] || complain "$(cat err)"
done
expect_exit 0 env OMP_NUM_THREADS=3 OMP_DISPLAY_ENV=false \
  "$ORIELRUN" --quiet ./limited
[ ! -s err ] || complain "shown, though not asked for: $(cat err)"
# No level of parallel regions: a team has one thread.
expect_exit 123 env OMP_NUM_THREADS=3 OMP_MAX_ACTIVE_LEVELS=0 \
  "$ORIELRUN" --quiet ./limited

needs() { # program: the OpenMP library that it is linked against
  readelf -d "$1" | grep -o 'lib[gi]*omp5*\.so' || true
}

for compiler in $compilers; do
  export ORIEL_CC=$compiler
  "$ORIELCC" -fopenmp -c part.c
  "$ORIELCC" -c main.c
  "$ORIELCC" -fopenmp -o separate main.o part.o
  "$ORIELCC" -fopenmp -o together main.c part.c
  "$ORIELCC" -fopenmp -shared -fPIC -o libpart.so part.c
  "$ORIELCC" -o split main.c -L. -lpart -Wl,-rpath,.
  for program in separate together split; do
    [ -z "$(needs $program)" ] || complain "$program: needs $(needs $program)"
    expect_exit 21 "$ORIELRUN" --quiet -np 2 ./$program
  done
  expect_exit 21 ./together

  # Without MPI, and started alone, it is one rank.
  "$ORIELCC" -fopenmp -o alone plain.c part.c
  expect_exit 15 ./alone
  expect_exit 15 "$ORIELRUN" --quiet -np 3 ./alone

  # Prebuilt: the library that it names is not loaded.
  $compiler -fopenmp -fPIE -pie -I"$ROOT/$B/include" -o prebuilt main.c part.c \
    -L"$ROOT/$B/lib" -loriel -Wl,-rpath,"$ROOT/$B/lib"
  $compiler -fopenmp -fPIE -pie -o foreign plain.c part.c
  [ -n "$(needs foreign)" ] || complain "foreign: needs no OpenMP library"
  expect_exit 21 "$ORIELRUN" --quiet -np 2 ./prebuilt
  expect_exit 15 "$ORIELRUN" --quiet -np 2 ./foreign
done

# What Oriel lacks is said by name.
gcc -fopenmp -fPIE -pie -o target target.c
expect_refusal 'GOMP_target() of OpenMP' -- "$ORIELRUN" -np 1 ./target
