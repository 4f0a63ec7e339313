# Programs that are started without orielrun: one that uses MPI runs as one
# rank, any other natively.
. "$ROOT/tests/cases/lib.sh"

cat >alone.c <<'END'
#include <mpi.h>
#include <stdio.h>
__attribute__((constructor)) void before(void) { puts("constructed"); }
int main(int argc, char **argv) { int n; MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  printf("%d rank, %s %s\n", n, argv[1], argv[2]);
  MPI_Finalize(); return 9; }
END
cat >native.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(void) { printf("%d %d\n", MPI_VERSION, getpid() == 1000); return 4; }
END
cat >asks.c <<'END'
#include <mpi.h>
int main(void) { int major, minor; MPI_Get_version(&major, &minor);
  return major; }
END
"$ORIELCC" -o alone alone.c
expect_exit 9 ./alone 'a b' c
expect_file out "constructed
1 rank, a b c"
[ ! -s err ] || complain "writes to stderr: $(cat err)"
mkdir there
(cd there && expect_exit 9 ../alone x y)

"$ORIELCC" -o native native.c
expect_exit 4 ./native
expect_file out '5 0'
"$ORIELCC" -o asks asks.c
expect_exit 5 ./asks

# Without MPI, but with what oriel.h has; also in a library.
cat >times.c <<'END'
#include <oriel.h>
double pass(void) { double begin = oriel_now();
  oriel_compute(1); oriel_compute_flops(1e9); oriel_sleep(1);
  return oriel_now() - begin; }
END
echo 'double pass(void); int main(void) { return pass() > 2 ? 6 : 1; }' >passes.c
"$ORIELCC" -o times times.c passes.c
expect_exit 6 ./times
"$ORIELCC" -shared -fPIC -o libtimes.so times.c
"$ORIELCC" -o passes passes.c -L. -ltimes -Wl,-rpath,.
expect_exit 6 ./passes

# MPI in a library of the program's own.
cat >library.c <<'END'
#include <mpi.h>
int begin(void) { int n; MPI_Init(0, 0); MPI_Comm_size(MPI_COMM_WORLD, &n);
  MPI_Finalize(); return n; }
END
echo 'int begin(void); int main(void) { return begin() + 1; }' >user.c
"$ORIELCC" -shared -fPIC -o libuser.so library.c
"$ORIELCC" -o user user.c -L. -luser -Wl,-rpath,.
expect_exit 2 ./user

# A library that is preloaded reaches no rank: it is refused, not run for ever.
cat >tool.c <<'END'
#include <mpi.h>
int MPI_Init(int *argc, char ***argv) { return PMPI_Init(argc, argv); }
END
"$ORIELCC" -shared -fPIC -o libtool.so tool.c
cat >put.c <<'END'
#include <mpi.h>
int MPI_Win_fence(int assert, MPI_Win win) { return PMPI_Win_fence(assert, win); }
END
"$ORIELCC" -shared -fPIC -o libput.so put.c
for library in "$PWD/libtool.so" "$PWD/libput.so"; do
  for launched in yes ""; do
    expect_exit 125 timeout 20 env "LD_PRELOAD=$library" \
      ${launched:+"$ORIELRUN" -np 2} ./alone a b
    expect_text err "oriel: LD_PRELOAD brings $library, which uses MPI"
  done
done
expect_exit 0 env "LD_PRELOAD=$PWD/libput.so" true

# Where there is no /proc (and where we may make such a place).
mkdir empty
if unshare -rm true 2>/dev/null; then
  for launched in yes ""; do
    # shellcheck disable=SC2016 # the inner shell's
    expect_refusal /proc -- unshare -rm \
      sh -c 'mount --bind empty /proc && exec "$@"' - \
      ${launched:+"$ORIELRUN" -np 2} ./alone a b
  done
fi
