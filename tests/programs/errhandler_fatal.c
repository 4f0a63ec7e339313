/* The default handler ends the run with one line: rank, place, call, reason.
 *
 * mpich: no
 * (its words are its own)
 * run: np=2 exit=120 twice=1
 * stderr: oriel: rank 1 at errhandler_fatal.c:15: MPI_Send
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) MPI_Send(NULL, 0, MPI_INT, 7, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
