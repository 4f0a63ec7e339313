/* An operator of the program reads clocks, beside those of other ranks.
 *
 * run: np=4 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <time.h>
#include <x86intrin.h>

static unsigned long long last;

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
  struct timespec t;
  (void)type;
  for (int i = 0; i < 100; i++)
    last = __rdtsc();
  clock_gettime(CLOCK_MONOTONIC, &t);
  for (int i = 0; i < *n; i++)
    ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv)
{
  int x[100] = {0}, y[100];
  MPI_Op op;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Op_create(add, 1, &op);
  MPI_Iallreduce(x, y, 100, MPI_INT, op, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Allreduce_init(x, y, 100, MPI_INT, op, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &request);
  for (int i = 0; i < 3; i++) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Op_free(&op);
  MPI_Finalize();
  return y[0] != 0;
}
