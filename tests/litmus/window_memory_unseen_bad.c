/* A shared window is freed; a rank that nobody sees writes there on.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * report: oriel: write in memory of window "halo" that is freed
 * report:   MPI_Win_free by rank 0 at window_memory_unseen_bad.c:21
 * report:   The window's memory goes with it: call MPI_Win_free later. orielcc --check tells where the program writes there. [MPI-4.1 12.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, unit;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank ? 0 : 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_shared_query(win, 0, &size, &unit, &memory);
  MPI_Win_free(&win);
  if (rank == 1) memory[3] = 1;
  MPI_Finalize();
}
