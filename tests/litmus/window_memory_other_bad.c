/* Memory that MPI allocated for a window is freed with it, while another window
 * has it, too.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: memory of window "edge" of rank 0 that is freed before the window (2 times)
 * report:   MPI_Win_free by rank 0 at window_memory_other_bad.c:20
 * report:   Free this window before the other one. [MPI-4.1 12.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Win win, other;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_set_name(other, "edge");
  MPI_Win_free(&win);
  MPI_Win_free(&other);
  MPI_Finalize();
}
