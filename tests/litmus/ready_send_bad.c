/* A ready send that comes after its receive by luck: that is posted before the
 * barrier of other ranks, not of the sender.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: ready send from rank 0 to rank 1, tag 7, that may come before its receive
 * report:   MPI_Rsend   by rank 0 at ready_send_bad.c:27
 * report:   MPI_Irecv   by rank 1 at ready_send_bad.c:24
 * report:   Nothing orders it after the receive; let rank 0 know that it is posted, or make it a standard send. [MPI-4.1 3.4]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  MPI_Request request;
  MPI_Comm others;
  int rank, from = 5, to = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &others);

  oriel_compute(rank == 0 ? 1e-3 : 0);
  if (rank == 1)
    MPI_Irecv(&to, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
  MPI_Barrier(others);
  if (rank == 0)
    MPI_Rsend(&from, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  if (rank == 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&others);
  MPI_Finalize();
}
