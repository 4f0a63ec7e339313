/* The cycle of a deadlock leads through threads of OpenMP: to the last one that
 * is not at a barrier, to who has a critical section, and from who waits for
 * tasks to the only thread that does not wait for its own rank.
 *
 * mpich: no (it would hang)
 * build: -fopenmp
 * run: np=2 exit=122 args="barrier"
 * stderr: ranks 0-1, thread 0 at omp_deadlock_cycle.c:31: omp barrier waits for 1 more thread of 2 at its barrier
 * stderr: cycle: rank 0, thread 0 -> rank 0, thread 1 -> rank 1, thread 0 -> rank 1, thread 1 -> rank 0, thread 0
 * run: np=2 exit=122 args="critical"
 * stderr: cycle: rank 0, thread 0 -> rank 0, thread 1 -> rank 1, thread 0 -> rank 1, thread 1 -> rank 0, thread 0
 * run: np=2 exit=122 args="task"
 * stderr: cycle: rank 0, thread 0 -> rank 0, thread 1 -> rank 1, thread 0 -> rank 1, thread 1 -> rank 0, thread 0
 */
#include <mpi.h>
#include <omp.h>
#include <string.h>
#include <unistd.h>

static int rank;

static void receive(void)
{
  int value;
  MPI_Recv(&value, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void at_barrier(void)
{
  if (omp_get_thread_num() == 1) receive();
#pragma omp barrier
}

static void in_critical(void)
{
  if (omp_get_thread_num() == 0) usleep(100);
#pragma omp critical
  receive();
}

static void for_task(void)
{
  if (omp_get_thread_num() == 1) return;
#pragma omp task
  receive();
#pragma omp taskwait
}

int main(int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "barrier";
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(2)
  {
    if (!strcmp(how, "barrier")) at_barrier();
    if (!strcmp(how, "critical")) in_critical();
    if (!strcmp(how, "task")) for_task();
  }
  MPI_Finalize();
}
