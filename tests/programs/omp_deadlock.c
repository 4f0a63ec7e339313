/* The report of a deadlock says of each thread in which construct it waits, and
 * for what. A crash and an MPI error name the thread.
 *
 * run: np=2 args="barrier" exit=122
 * stderr: rank 1, thread 0 at omp_deadlock.c:37: MPI_Recv waits for a message
 * stderr: ranks 0-1, thread 1 at omp_deadlock.c:40: omp barrier waits
 * stderr: ranks 0-1, thread 2 at omp_deadlock.c:40: omp barrier waits
 * stderr: waits for 1 more thread of 3 at its barrier
 * run: np=1 args="critical" exit=122
 * stderr: thread 0 at omp_deadlock.c:51: MPI_Recv waits for a message
 * stderr: thread 1 at omp_deadlock.c:49: omp critical waits for thread 0
 * run: np=1 args="task" exit=122
 * stderr: omp taskwait waits for 1 child task to end
 * stderr: rank 0, thread 1 at omp_deadlock.c:62: MPI_Recv waits for a message
 * run: np=1 args="lock" exit=122
 * stderr: omp parallel waits for 1 more thread of 2 at its barrier
 * stderr: thread 1 at omp_deadlock.c:74: omp_set_lock waits for thread 0
 * run: np=1 args="error" exit=120
 * stderr: rank 0, thread 1 at omp_deadlock.c
 * run: np=1 args="crash" exit=123
 * stderr: rank 0, thread 1 was killed by SIGSEGV
 * build: -fopenmp
 * mpich: no (messages of Oriel)
 */
#include "check.h"
#include <omp.h>
#include <oriel.h>

static int number;
static int *volatile nowhere;

static void barrier(void)
{
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == 0)
      MPI_Recv(&number, 1, MPI_INT, world_rank(), 5, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
/* here they wait */
#pragma omp barrier
    number++;
  }
}

static void critical(void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp critical(one)
    {
      MPI_Recv(&number, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}

static void task(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    MPI_Recv(&number, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    oriel_compute(1); /* the other thread takes it */
#pragma omp taskwait
  }
}

static void lock(void)
{
  omp_lock_t l;
  omp_init_lock(&l);
#pragma omp parallel num_threads(2)
  {
    omp_set_lock(&l);
    number++;
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (argc < 2) return 1;
  if (!strcmp(argv[1], "barrier")) barrier();
  if (!strcmp(argv[1], "critical")) critical();
  if (!strcmp(argv[1], "task")) task();
  if (!strcmp(argv[1], "lock")) lock();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    if (!strcmp(argv[1], "error"))
      MPI_Send(NULL, 0, MPI_INT, 99, 0, MPI_COMM_WORLD);
    if (!strcmp(argv[1], "crash")) *nowhere = 1;
  }
  return 1;
}
