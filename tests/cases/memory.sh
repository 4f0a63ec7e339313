# What a rank takes that does nothing: under 12 KB with its host and the page of
# stack that it uses, by the difference of two runs; and a window of a few bytes
# does not take a page of its own. What one member of many asks for costs nothing
# before it is written; what comes and goes leaves nothing behind.
. "$ROOT/tests/cases/lib.sh"

cat >p.c <<'END'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
  MPI_Win window;
  char *memory;
  MPI_Init(&argc, &argv);
  if (argc > 1) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(rank == 0 ? atoi(argv[1]) : 8, 1, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &window);
    MPI_Win_fence(0, window);
    memory[0] = 1;
    MPI_Win_free(&window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
END
"$ORIELCC" p.c -o p

check=
peak() { # ranks arguments...
  local ranks=$1
  shift
  rm -f run.json
  "$ORIELRUN" --quiet --host-stats $check --json run.json -np "$ranks" ./p "$@"
  sed -n 's/.*"peak_memory": \([0-9]*\),*/\1/p' run.json
}

a_rank() { # arguments...: bytes
  echo $((($(peak 6144 "$@") - $(peak 2048 "$@")) / 4096))
}

idle=$(a_rank)
[ "$idle" -lt 12288 ] || complain "an idle rank takes $idle bytes"
[ "$idle" -gt 4096 ] || complain "$idle bytes cannot be right"
window=$(a_rank 8)
[ "$window" -lt $((idle + 4096)) ] ||
  complain "a rank with a window takes $window bytes, an idle one $idle"
one=$((($(peak 2048 $((30 << 20))) - $(peak 2048 8)) >> 20))
[ "$one" -lt 4 ] || complain "30 MiB of one member's window take $one MiB"

# What is not to be had is named, in bytes.
(ulimit -v 400000
 expect_exit 124 "$ORIELRUN" --quiet -np 64 ./p
 expect_text err 'oriel: out of memory (1073741824 bytes more were needed for stacks: see --stack; ulimit -v allows 400000 KiB)')

# Of MPI_Alltoallv under --check half of all blocks wait for the second of the
# two that tell of them.
cat >a2a.c <<'END2'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
  int n;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  int *one = malloc(n * sizeof *one), *at = malloc(n * sizeof *at);
  char *to = calloc(n, 1), *from = calloc(n, 1);
  for (int i = 0; i < n; i++)
    one[i] = 1, at[i] = i;
  MPI_Alltoallv(from, one, at, MPI_CHAR, to, one, at, MPI_CHAR, MPI_COMM_WORLD);
  free(one), free(at), free(to), free(from);
  MPI_Finalize();
}
END2
"$ORIELCC" -o p a2a.c
check=--check
checked=$(peak 1024)
check=
block=$(((checked - $(peak 1024)) >> 20))
[ "$block" -lt 36 ] || complain "a block of MPI_Alltoallv takes $block bytes"

# Windows that come and go leave nothing behind, once the checker keeps as much
# of what was freed as it may.
cat >cycles.c <<'END2'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
  static int word;
  int *memory, rank, one = 1;
  MPI_Aint at = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (*argv[1] == 'd') MPI_Get_address(&word, &at);
  MPI_Bcast(&at, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  for (int i = 0; i < atoi(argv[2]); i++) {
    if (*argv[1] == 's')
      MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                              &win);
    else if (*argv[1] == 'a')
      MPI_Win_allocate(rank ? 64 : 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                       &win);
    else
      MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (*argv[1] == 'd' && rank == 1) MPI_Win_attach(win, &word, sizeof word);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
      MPI_Accumulate(&one, 1, MPI_INT, 1, at, 1, MPI_INT, MPI_SUM, win);
      MPI_Win_flush(1, win);
      MPI_Win_sync(win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
  }
  MPI_Finalize();
}
END2
"$ORIELCC" -o p cycles.c
check="--check --ppn 2"
for kind in shared allocated dynamic; do
  few=$(peak 2 $kind 10000)
  more=$((($(peak 2 $kind 30000) - few) >> 10))
  [ "$more" -lt 512 ] || complain "$kind windows leave $more KiB behind"
done

# So do threads that are joined.
cat >threads.c <<'END2'
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
static void *work(void *nothing)
{
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return nothing;
}
int main(int argc, char **argv)
{
  int provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  for (int i = 0; i < atoi(argv[1]); i++) {
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
END2
"$ORIELCC" -o p threads.c
few=$(peak 4 500)
more=$((($(peak 4 4000) - few) >> 10))
[ "$more" -lt 512 ] || complain "threads leave $more KiB behind"

# Threads that flush what they have put cost each other nothing.
cat >flush.c <<'END2'
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
static int rank, threads;
static MPI_Win win;
static void *put(void *number)
{
  for (int i = 0; i < 20; i++) {
    MPI_Put(&threads, 1, MPI_INT, 1 - rank, (MPI_Aint)number, 1, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
  }
  return NULL;
}
int main(int argc, char **argv)
{
  static pthread_t thread[512];
  int level, *memory;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  threads = atoi(argv[1]);
  MPI_Win_allocate(4 * threads, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_lock_all(0, win);
  for (long i = 0; i < threads; i++)
    pthread_create(&thread[i], NULL, put, (void *)i);
  for (int i = 0; i < threads; i++)
    pthread_join(thread[i], NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
END2
"$ORIELCC" -pthread -o p flush.c
check=--check
checked=$(peak 2 512)
check=
pair=$(((checked - $(peak 2 512)) / (2 * 512 * 512)))
[ "$pair" -lt 32 ] || complain "a pair of threads that flush takes $pair bytes"
