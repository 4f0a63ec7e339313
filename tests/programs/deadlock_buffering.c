/* Ranks that send to each other first, and a root that broadcasts before it
 * sends what the others wait for: they rely on buffering.
 *
 * run: np=2 args="send" options="--order late" exit=122
 * stderr: rank 0 at deadlock_buffering.c:23: MPI_Send waits for rank 1 to receive its message with tag 1 in MPI_COMM_WORLD
 * stderr: rank 1 at deadlock_buffering.c:23: MPI_Send waits for rank 0 to receive its message with tag 1 in MPI_COMM_WORLD
 * run: np=2 args="bcast" options="--cost eager=0" exit=122
 * stderr: rank 0 at deadlock_buffering.c:26: MPI_Bcast waits for rank 1 of MPI_COMM_WORLD to take part in MPI_Bcast
 * stderr: rank 1 at deadlock_buffering.c:29: MPI_Recv waits for a message from rank 0 with tag 2 in MPI_COMM_WORLD
 * run: np=2 args="send"
 * run: np=2 args="bcast"
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
  int rank, value = 0, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc == 2 && strcmp(argv[1], "send") == 0) {
    int partner = 1 - rank;
    MPI_Send(&value, 1, MPI_INT, partner, 1, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_INT, partner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 0) {
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&other, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
