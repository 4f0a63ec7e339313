/* Memory by omp_alloc is as malloc's: a buffer that is longer than it, and one
 * that is given back too early.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: buf of MPI_Recv that is too short
 * report:   MPI_Recv    by rank 0 at omp_alloc_bad.c:25 (writes bytes [0, 400) of memory allocated at omp_alloc_bad.c:24, which has 300)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: conflict in memory allocated at omp_alloc_bad.c:27 of rank 0, 400 bytes
 * report:   MPI_Irecv   by rank 0 at omp_alloc_bad.c:28, not yet complete
 * report:   omp_free    by rank 0 at omp_alloc_bad.c:29, main()
 * report:   Nothing orders them. MPI_Wait at omp_alloc_bad.c:30 comes too late; move the omp_free after it. [MPI-4.1 3.7.2]
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
    MPI_Recv(buffer, 100, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    omp_free(buffer, omp_default_mem_alloc);
    buffer = omp_calloc(100, sizeof(int), omp_default_mem_alloc);
    MPI_Irecv(buffer, 100, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    omp_free(buffer, omp_default_mem_alloc);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(sent, 50, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(sent, 100, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
