/* gcc's functions within functions, which it calls by code that it puts on the
 * stack: an operator, a comparison, a thread.
 *
 * run: np=3
 * stdout: ok
 * build: -Wl,-z,execstack
 */
#include "check.h"

#include <pthread.h>
#include <stdlib.h>

#ifdef __clang__
int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  report();
  MPI_Finalize();
}
#else
static void *call(void *f)
{
  ((void (*)(void))f)();
  return NULL;
}

static int sum_times(int factor, int value)
{
  int result = 0;
  MPI_Op op;
  void combine(void *in, void *inout, int *n, MPI_Datatype *type)
  {
    (void)n, (void)type;
    *(int *)inout += *(int *)in * factor;
  }
  MPI_Op_create(combine, 1, &op);
  MPI_Reduce(&value, &result, 1, MPI_INT, op, 0, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  return result;
}

static void sort_by_distance(int *values, int n, int from)
{
  int closer(const void *a, const void *b)
  {
    return abs(*(const int *)a - from) - abs(*(const int *)b - from);
  }
  qsort(values, n, sizeof *values, closer);
}

static int add_in_thread(int n)
{
  pthread_t thread;
  void add(void)
  {
    void inner(void)
    {
      n++;
    }
    call(inner);
    n++;
  }
  pthread_create(&thread, NULL, call, add);
  pthread_join(thread, NULL);
  return n;
}

int main(int argc, char **argv)
{
  int rank, values[] = {1, 9, 4};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sum = sum_times(1, rank + 1);
  CHECK(rank != 0 || sum == 6);
  sort_by_distance(values, 3, 8);
  CHECK(values[0] == 9 && values[1] == 4 && values[2] == 1);
  CHECK(add_in_thread(rank) == rank + 2);
  report();
  MPI_Finalize();
}
#endif
