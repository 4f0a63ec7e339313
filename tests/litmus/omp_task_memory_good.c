/* Tasks that receive into memory of their own, which malloc gives them. Memory
 * that held what earlier tasks were given (their firstprivate variables) may be
 * among it: what those did there is over.
 *
 * run: np=2 options="--check"
 * build: --check -fopenmp
 */
#include <mpi.h>
#include <stdlib.h>

enum { TASKS = 400 };

static void exchange(int rank, int tag)
{
  int *buffer = malloc(48);
  if (rank == 0)
    MPI_Recv(buffer, 1, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Send(&tag, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
  free(buffer);
}

int main(int argc, char **argv)
{
  int provided, rank;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(4)
#pragma omp for
  for (int i = 0; i < TASKS; i++) {
#pragma omp task
    exchange(rank, i);
  }
  MPI_Finalize();
}
