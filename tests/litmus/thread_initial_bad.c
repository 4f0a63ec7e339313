/* The thread that called MPI_Init_thread has ended: no other one is the main
 * one, neither main()'s nor one that comes later.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0, thread 1 at thread_initial_bad.c:30: MPI_Barrier by another thread than the main one, under MPI_THREAD_FUNNELED; ask MPI_Init_thread for more [MPI-4.1 11.6] (2 times)
 * report: oriel: rank 0 at thread_initial_bad.c:41: MPI_Barrier by another thread than the main one, under MPI_THREAD_FUNNELED; ask MPI_Init_thread for more [MPI-4.1 11.6] (2 times)
 * report: oriel: rank 0 at thread_initial_bad.c:42: MPI_Finalize by another thread than the main one, which initialized MPI and is to end it [MPI-4.1 11.6.2] (2 times)
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static void *begin(void *unused)
{
  int provided, main;
  (void)unused;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Is_thread_main(&main);
  if (!main) puts("the first thread is not the main one");
  return NULL;
}

static void *later(void *unused)
{
  int main;
  (void)unused;
  MPI_Is_thread_main(&main);
  if (main) puts("a later thread is the main one");
  MPI_Barrier(MPI_COMM_WORLD);
  return NULL;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, begin, NULL);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, later, NULL);
  pthread_join(thread, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
