/* Requests that are never completed.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: pending: 1 request made by MPI_Isend at pending_request_bad.c:16 is never completed by rank 0 [MPI-4.1 11.2.2]
 * report: oriel: pending: 1 request made by MPI_Irecv at pending_request_bad.c:17 is never completed by rank 1 [MPI-4.1 11.2.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Isend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
  if (rank == 1) MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
  MPI_Finalize();
}
