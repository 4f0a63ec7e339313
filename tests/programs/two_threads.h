/* Two threads of rank 0 that work on one window, under a lock of all. */
#ifndef TWO_THREADS_H
#define TWO_THREADS_H

#include "check.h"
#include <pthread.h>

static MPI_Win window; /* made by main() */
static pthread_barrier_t both;

/* One thread's argument is NULL, the other's is not. Frees the window; returns
 * main()'s verdict. */
static inline int two_threads(void *(*work)(void *))
{
  pthread_t other;
  MPI_Win_lock_all(0, window);
  if (world_rank() == 0) {
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&other, NULL, work, &window);
    work(NULL);
    pthread_join(other, NULL);
    pthread_barrier_destroy(&both);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  int code = report();
  MPI_Finalize();
  return code;
}

#endif
