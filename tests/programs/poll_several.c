/* Several ranks, or threads, poll what they share at once, by atomics, with
 * fences or without: each look tells nothing new, so that nobody looks again
 * because of another one's look, until the flag is set.
 *
 * build: --check -pthread -Wno-tsan
 * run: np=3 options="--ppn 3 --check" args="ranks acquire" limit=20
 * run: np=3 options="--ppn 3 --check" args="ranks fence" limit=20
 * run: np=3 options="--ppn 3 --check" args="ranks add" limit=20
 * run: np=3 options="--ppn 3 --check" args="ranks swap" limit=20
 * run: np=3 options="--ppn 3 --check" args="ranks count" limit=20
 * run: np=3 options="--ppn 3 --check" args="ranks lock" limit=20
 * run: np=3 options="--ppn 3 --check" args="ranks compare" limit=20
 * run: np=1 options="--check" args="threads acquire" limit=20
 * run: np=1 options="--check" args="threads fence" limit=20
 * run: np=3 options="--ppn 3" args="ranks fence" limit=20
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>
#include <pthread.h>
#include <stdatomic.h>

static const char *how;
static volatile long looks;

static void wait_for(atomic_int *flag)
{
  int five = 5;
  if (strcmp(how, "acquire") == 0)
    while (!atomic_load_explicit(flag, memory_order_acquire))
      ;
  else if (strcmp(how, "fence") == 0)
    while (!atomic_load_explicit(flag, memory_order_relaxed))
      __atomic_thread_fence(__ATOMIC_SEQ_CST);
  else if (strcmp(how, "count") == 0)
    while (!atomic_load_explicit(flag, memory_order_acquire))
      looks++;
  else if (strcmp(how, "lock") == 0)
    for (; atomic_exchange(flag, 0) == 0; looks++)
      ;
  else if (strcmp(how, "add") == 0)
    while (!atomic_fetch_add(flag, 0))
      ;
  else if (strcmp(how, "compare") == 0)
    for (; !atomic_compare_exchange_strong(flag, &five, 5); looks++)
      five = 5;
  else
    while (!atomic_compare_exchange_strong(flag, &five, 5))
      five = 5;
}

/* Each takes what it waited for, if it waits by an exchange. */
static void set(atomic_int *flag)
{
  for (int i = 0; i < 2; i++) {
    oriel_compute(1e-3);
    atomic_store(flag, 5);
  }
}

static atomic_int between_threads;

static void *thread(void *unused)
{
  (void)unused;
  wait_for(&between_threads);
  return NULL;
}

static void threads(void)
{
  pthread_t all[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&all[i], NULL, thread, NULL);
  set(&between_threads);
  for (int i = 0; i < 3; i++)
    pthread_join(all[i], NULL);
}

static void ranks(int rank)
{
  atomic_int *flag;
  MPI_Win win;
  MPI_Aint size;
  int unit;
  MPI_Win_allocate_shared(rank ? 0 : sizeof *flag, 1, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &flag, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &flag);
  if (rank == 0) atomic_init(flag, 0);
  MPI_Win_fence(0, win);
  if (rank == 0)
    set(flag);
  else
    wait_for(flag);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
  int rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  how = argv[2];
  if (strcmp(argv[1], "ranks") == 0)
    ranks(rank);
  else
    threads();
  int code = report();
  MPI_Finalize();
  return code;
}
