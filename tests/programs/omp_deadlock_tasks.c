/* What the report of a deadlock says of threads that wait for an iteration, or
 * for tasks.
 *
 * run: np=1 args="ordered" exit=122
 * stderr: thread 0 at omp_deadlock_tasks.c:25: MPI_Recv waits for a message
 * stderr: omp ordered waits for iteration 0, counted from 0
 * run: np=1 args="doacross" exit=122
 * stderr: omp ordered depend waits for an iteration that it depends on
 * run: np=1 args="taskgroup" exit=122
 * stderr: omp taskgroup waits for the tasks of its group to end
 * stderr: thread 1 at omp_deadlock_tasks.c:25: MPI_Recv waits for a message
 * run: np=1 args="depend" exit=122
 * stderr: omp taskwait waits for the tasks that it depends on
 * build: -fopenmp
 * mpich: no (messages of Oriel)
 */
#include "check.h"
#include <omp.h>
#include <oriel.h>

static int number;

static void receive(void)
{
  MPI_Recv(&number, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void ordered(void)
{
#pragma omp parallel for ordered schedule(static, 1) num_threads(2)
  for (int i = 0; i < 2; i++) {
#pragma omp ordered
    {
      if (i == 0) receive();
      number++;
    }
  }
}

static void doacross(void)
{
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(2)
  for (int i = 0; i < 2; i++) {
    if (i == 0) receive();
#pragma omp ordered depend(sink : i - 1)
    number++;
#pragma omp ordered depend(source)
  }
}

static void taskgroup(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task
    receive();
    oriel_compute(1); /* the other thread takes it */
  }
}

static void depend(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : number)
    receive();
    oriel_compute(1);
#pragma omp taskwait depend(in : number)
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (argc < 2) return 1;
  if (!strcmp(argv[1], "ordered")) ordered();
  if (!strcmp(argv[1], "doacross")) doacross();
  if (!strcmp(argv[1], "taskgroup")) taskgroup();
  if (!strcmp(argv[1], "depend")) depend();
  return 1;
}
