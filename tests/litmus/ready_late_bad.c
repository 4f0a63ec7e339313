/* Ready sends before their receives: one that is started, one that is found by
 * a probe; and one, legal, that a rank sends itself.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: ready send from rank 0 to rank 1, tag 1, that may come before its receive
 * report:   MPI_Start   by rank 0 at ready_late_bad.c:27
 * report:   MPI_Recv    by rank 1 at ready_late_bad.c:34
 * report:   Nothing orders it after the receive; let rank 0 know that it is posted, or make it a standard send. [MPI-4.1 3.4]
 * report: oriel: ready send from rank 0 to rank 1, tag 2, that may come before its receive
 * report:   MPI_Irsend  by rank 0 at ready_late_bad.c:28
 * report:   MPI_Mrecv   by rank 1 at ready_late_bad.c:36
 * report:   Nothing orders it after the receive; let rank 0 know that it is posted, or make it a standard send. [MPI-4.1 3.4]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Request request[2], own;
  MPI_Message found;
  int rank, from[2] = {5, 6}, to[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Irecv(&to[2], 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &own);
  MPI_Rsend(&rank, 1, MPI_INT, rank, 3, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Rsend_init(&from[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request[0]);
    MPI_Start(&request[0]);
    MPI_Irsend(&from[1], 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Request_free(&request[0]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Recv(&to[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Mprobe(0, 2, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    MPI_Mrecv(&to[1], 1, MPI_INT, &found, MPI_STATUS_IGNORE);
  }
  MPI_Wait(&own, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
