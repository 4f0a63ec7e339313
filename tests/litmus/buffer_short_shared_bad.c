/* A buffer that goes beyond the last rank's part of shared memory.
 *
 * run: np=3 exit=121 options="--check --ppn 3"
 * build: --check
 * report: oriel: sendbuf of MPI_Sendrecv that is too short
 * report:   MPI_Sendrecv by rank 0 at buffer_short_shared_bad.c:26 (reads bytes [0, 52) of the window, which has 48)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 */
#include <mpi.h>

enum { N = 4 };

int main(int argc, char **argv)
{
  int rank, *mine, sum[3 * N + 1];
  MPI_Win shared;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(N * sizeof *mine, sizeof *mine, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &mine, &shared);
  MPI_Win_fence(0, shared);
  for (int i = 0; i < N; i++)
    mine[i] = rank;
  MPI_Win_fence(0, shared);
  if (rank == 0)
    MPI_Sendrecv(mine, 3 * N + 1, MPI_INT, 0, 0, sum, 3 * N + 1, MPI_INT, 0, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_free(&shared);
  MPI_Finalize();
}
