/* Buffers and windows that go over several ranks' parts of shared memory, which
 * follow one another.
 *
 * run: np=3 options="--check --ppn 3"
 * build: --check
 */
#include <mpi.h>

enum { N = 4 };

int main(int argc, char **argv)
{
  int rank, *mine, sum[3 * N];
  MPI_Win shared, win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(N * sizeof *mine, sizeof *mine, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &mine, &shared);
  MPI_Win_fence(0, shared);
  for (int i = 0; i < N; i++)
    mine[i] = rank;
  MPI_Win_fence(0, shared);
  if (rank == 0)
    MPI_Sendrecv(mine, 3 * N, MPI_INT, 0, 0, sum, 3 * N, MPI_INT, 0, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_create(mine, (rank == 0 ? 3 * N : N) * sizeof *mine, sizeof *mine,
                 MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  MPI_Win_free(&shared);
  MPI_Finalize();
}
