/* A collective that all have called waits for a block that its sender does not
 * send, which has come.
 *
 * run: np=3 args="v" exit=122
 * stderr: rank 0 at deadlock_blocks.c:29: MPI_Alltoallv waits for rank 1 of MPI_COMM_WORLD to do its part of MPI_Alltoallv
 * run: np=3 args="i" exit=122
 * stderr: rank 0 at deadlock_blocks.c:34: MPI_Wait waits for rank 1 of MPI_COMM_WORLD to do its part of MPI_Ialltoallv (MPI_Ialltoallv at deadlock_blocks.c:32)
 * run: np=3 args="none" exit=122
 * stderr: ranks 0, 2 at deadlock_blocks.c:29: MPI_Alltoallv waits for rank 1 of MPI_COMM_WORLD to take part in MPI_Alltoallv
 * mpich: no, it waits for ever
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
  int rank, from[3] = {1, 2, 3}, to[3], begin[3] = {0, 1, 2};
  int sent[3] = {1, 1, 1}, expected[3] = {1, 1, 1};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) sent[0] = 0;
  if (!strcmp(argv[1], "none") && rank == 1) {
    MPI_Finalize();
    return 0;
  }

  if (strcmp(argv[1], "i")) {
    MPI_Alltoallv(from, sent, begin, MPI_INT, to, expected, begin, MPI_INT,
                  MPI_COMM_WORLD);
  } else {
    MPI_Ialltoallv(from, sent, begin, MPI_INT, to, expected, begin, MPI_INT,
                   MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
