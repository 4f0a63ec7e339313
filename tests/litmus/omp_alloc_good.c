/* Memory by omp_alloc and its like is as malloc's, also when its size changes.
 *
 * run: np=2 options="--check"
 * build: --check -fopenmp
 */
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
  int rank, sent[100] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int *buffer = omp_alloc(300, omp_default_mem_alloc);
    buffer = omp_realloc(buffer, 400, omp_default_mem_alloc,
                         omp_default_mem_alloc);
    MPI_Recv(buffer, 100, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    omp_free(buffer, omp_default_mem_alloc);
    buffer = omp_calloc(100, sizeof(int), omp_default_mem_alloc);
    MPI_Irecv(buffer, 100, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    omp_free(buffer, omp_default_mem_alloc);
  } else {
    MPI_Send(sent, 100, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(sent, 100, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
