/* Tens of thousands of requests are freed by a rank that hears from nobody:
 * what others tell each other meanwhile does not look through them.
 *
 * run: np=4 options="--check" limit=10
 */
#include <mpi.h>

enum { MANY = 60000 };

static int sent[MANY];

static void tell_each_other(int peer)
{
  int mine = peer, other;
  for (int i = 0; i < MANY; i++)
    MPI_Sendrecv(&mine, 1, MPI_INT, peer, 0, &other, 1, MPI_INT, peer, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
  int rank, value;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; rank == 0 && i < MANY; i++) {
    MPI_Isend(&sent[i], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
  }
  for (int i = 0; rank == 1 && i < MANY; i++)
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank > 1) tell_each_other(rank ^ 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
