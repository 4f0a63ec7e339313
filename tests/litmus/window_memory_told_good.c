/* What a rank was told of another one's part it uses until the window is freed.
 *
 * run: np=2 options="--check --ppn 2"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, unit;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(rank ? 0 : 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_shared_query(win, 0, &size, &unit, &memory);
  if (rank == 1) memory[3] = 1;
  MPI_Win_free(&win);
  MPI_Finalize();
}
