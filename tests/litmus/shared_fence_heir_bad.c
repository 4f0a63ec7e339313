/* A fence of C11 acquires what relaxed loads of its own thread have found, not
 * those of a thread before it.
 *
 * build: --check
 * run: np=2 options="--check --ppn 2" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at shared_fence_heir_bad.c:54, main()
 * report:   store       by rank 1, thread 1, at shared_fence_heir_bad.c:28, use()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the earlier store and the later one. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static int *data;
static _Atomic int *flag;

static void *wait_for(void *nothing)
{
  while (!atomic_load_explicit(flag, memory_order_relaxed))
    ;
  return nothing;
}

static void *use(void *nothing)
{
  atomic_thread_fence(memory_order_acquire);
  data[0] = 2;
  return nothing;
}

static void in_thread(void *(*what)(void *))
{
  pthread_t thread;
  pthread_create(&thread, NULL, what, NULL);
  pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
  int *memory, rank, unit;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank ? 0 : 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &data);
  flag = (_Atomic int *)(data + 1);
  if (rank == 0) atomic_store(flag, 0);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    data[0] = 1;
    MPI_Win_sync(win);
    atomic_store_explicit(flag, 1, memory_order_release);
  } else {
    in_thread(wait_for);
    MPI_Win_sync(win);
    in_thread(use);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
