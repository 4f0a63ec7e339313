# What the summary says of seconds of computing, whoever shares a core, and of a
# run that is cut short while others compute, sleep, or are in a call.
. "$ROOT/tests/cases/lib.sh"

number() { # which, the first of that name
  sed -n "s/^ *\"$1\": \([0-9.e-]*\),*$/\1/p" run.json |
    head -n 1
}

# All have come to 1 s, where rank 0 ends the run.
expect_cut() { # exit code, how, and options
  local code=$1 how=$2
  shift 2
  expect_exit "$code" "$ORIELRUN" -q -np 5 --json run.json "$@" ./cut "$how"
  [ "$(number time)" = 1 ] || complain "$how: cut at $(number time) s, not 1"
  [ "$(number compute)" = 4.25 ] ||
    complain "$how: 4.25 s of computing, not $(number compute)"
  [ "$(sed '1,/"MPI_Recv"/d' run.json | sed -n 's/ *"time": //p' |
    head -n 1)" = 0.75 ] || complain "$how: MPI_Recv did not take 0.75 s"
}

cat >threads.c <<'EOF'
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static void *compute(void *seconds)
{
  oriel_compute(*(double *)seconds);
  return NULL;
}

int main(int argc, char **argv)
{
  double seconds[4] = {1, 1, 1, 1};
  pthread_t threads[4];
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, compute, &seconds[i]);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  MPI_Finalize();
}
EOF
"$ORIELCC" -o threads threads.c
sed 's/core="4"/core="1"/' "$ROOT/tests/platforms/four-cores.xml" >1-core.xml
sed 's/core="4"/core="3"/' "$ROOT/tests/platforms/four-cores.xml" >3-cores.xml
cp "$ROOT/tests/platforms/four-cores.xml" 4-cores.xml
for cores in 1-core 3-cores 4-cores; do
  expect_exit 0 "$ORIELRUN" -q -np 1 --platform $cores.xml --json run.json \
    ./threads
  [ "$(number compute)" = 4 ] ||
    complain "$cores: 4 s of computing, not $(number compute)"
done

cat >cut.c <<'EOF'
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void *compute(void *unused)
{
  oriel_compute(1000);
  return unused;
}

static void end(char how)
{
  int x = 0;
  oriel_compute(1);
  if (how == 'a') MPI_Abort(MPI_COMM_WORLD, 7);
  if (how == 'e') MPI_Send(&x, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
  if (how == 's') raise(SIGSEGV);
}

int main(int argc, char **argv)
{
  int rank, x;
  pthread_t thread;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) end(argv[1][0]);
  if (rank == 1) oriel_compute(1000);
  if (rank == 2) sleep(1000);
  if (rank == 3) pthread_create(&thread, NULL, compute, NULL);
  if (rank == 3) compute(NULL);
  if (rank == 4) oriel_compute(0.25);
  MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
EOF
"$ORIELCC" -o cut cut.c
for how in 'a 7' 'e 120' 's 123'; do
  expect_cut "${how#* }" "${how% *}" --platform 4-cores.xml --ppn 4
  expect_cut "${how#* }" "${how% *}" --platform 4-cores.xml --ppn 4 --plain
done
