/* A barrier of half of the ranks.
 *
 * run: np=4 options="--check"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm half;
  MPI_Win part;
  int *mine;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &half);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, half, &mine, &part);
  MPI_Win_lock_all(0, part);
  if (rank % 2 == 0) {
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, part);
    MPI_Win_flush(1, part);
  }
  MPI_Barrier(half);
  if (rank % 2) seen = mine[0];
  MPI_Win_unlock_all(part);
  MPI_Win_free(&part);
  MPI_Comm_free(&half);
  MPI_Win_free(&win);
  MPI_Finalize();
}
