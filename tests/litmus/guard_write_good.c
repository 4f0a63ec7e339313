/* Writes to the last bytes of parts of windows that MPI allocated.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
  char *part;
  int rank, bytes;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  bytes = rank ? 0 : 64;
  MPI_Win_allocate(12, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "short");
  memset(part, 0, 12);
  MPI_Win_free(&win);
  MPI_Win_allocate(128, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "line");
  if (rank == 1) part[127] = 7;
  MPI_Win_free(&win);
  MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "empty");
  if (rank == 0) part[63] = 7;
  MPI_Win_free(&win);
  MPI_Win_allocate(1 << 20, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  if (rank == 2) part[(1 << 20) - 1] = 7;
  MPI_Win_free(&win);
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "freed");
  if (rank == 2) part[7] = 7;
  MPI_Win_free(&win);
  MPI_Finalize();
}
