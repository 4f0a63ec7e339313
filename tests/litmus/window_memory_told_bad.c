/* A window is freed; who was told of another rank's part uses that on.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * build: --check
 * report: oriel: store in memory of window "halo" that is freed
 * report:   MPI_Win_free by rank 1 at window_memory_told_bad.c:23
 * report:   store        by rank 1 at window_memory_told_bad.c:24, main()
 * report:   The window's memory goes with it: call MPI_Win_free later. [MPI-4.1 12.2]
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
  MPI_Win_free(&win);
  if (rank == 1) memory[3] = 1;
  MPI_Finalize();
}
