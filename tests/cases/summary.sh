# What the summary says of seconds of computing, whoever shares a core.
. "$ROOT/tests/cases/lib.sh"

term() { # which, in the summary of a run
  sed -n "s/^ *\"$1\": \([0-9.e-]*\),*$/\1/p" run.json
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
  [ "$(term compute)" = 4 ] || complain "$cores: not 4 s: $(term compute)"
done
