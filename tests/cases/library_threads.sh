# A library that orielcc --check did not compile makes threads, and puts them in
# order by atomics, which are not seen: what they do counts as main's. Threads
# of the program count as ever.
. "$ROOT/tests/cases/lib.sh"

cat >workers.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static void (*work)(int);
static atomic_int turn, stop;
static pthread_t worker;
static void *serve(void *nothing)
{
  for (int i = 1; !atomic_load(&stop); i++) {
    while (!atomic_load(&turn)) ;
    if (!atomic_load(&stop)) work(i);
    atomic_store(&turn, 0);
  }
  return nothing;
}
void workers_begin(void) { pthread_create(&worker, NULL, serve, NULL); }
void workers_do(void (*what)(int))
{
  work = what;
  atomic_store(&turn, 1);
  while (atomic_load(&turn)) ;
}
void workers_end(void)
{
  atomic_store(&stop, 1);
  atomic_store(&turn, 1);
  pthread_join(worker, NULL);
}
END
cat >program.c <<'END'
#include <mpi.h>
#include <pthread.h>
#ifdef LATE
#include <dlfcn.h>
static void *library;
#define CALL(name, type) ((void (*)(type))dlsym(library, name))
#define workers_begin CALL("workers_begin", void)
#define workers_do CALL("workers_do", void (*)(int))
#define workers_end CALL("workers_end", void)
#else
void workers_begin(void);
void workers_do(void (*what)(int));
void workers_end(void);
#endif
static MPI_Win win;
static int part;
static void put(int value)
{
  part = value;
  MPI_Put(&part, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
}
static void *thread(void *nothing)
{
  put(7);
  return nothing;
}
static void own_threads(void)
{
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  put(8);
  pthread_join(other, NULL);
}
int main(int argc, char **argv)
{
  int *memory, provided, rank;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef LATE
  library = dlopen("./libworkers.so", RTLD_NOW);
#endif
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0 && argc == 1) {
    workers_begin();
    workers_do(put);
    put(5);
    workers_do(put);
    part = 6;
    workers_end();
  }
  if (rank == 0 && argc > 1) own_threads();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
END
"$ORIELCC" -shared -fPIC -O2 workers.c -o libworkers.so
"$ORIELCC" --check -O2 program.c -o program -L. -lworkers -Wl,-rpath,"$PWD"
expect_exit 0 "$ORIELRUN" --check --quiet -np 2 ./program
[ ! -s err ] || complain "stderr should be empty: $(cat err)"
"$ORIELCC" --check -O2 -DLATE program.c -o late
expect_exit 0 "$ORIELRUN" --check --quiet -np 2 ./late
[ ! -s err ] || complain "stderr should be empty: $(cat err)"
expect_exit 121 "$ORIELRUN" --check --quiet -np 2 ./program own
expect_text err "by rank 0, thread 1, at program.c:20"
