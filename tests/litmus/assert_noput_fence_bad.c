/* A Put after a fence of its target with MPI_MODE_NOPUT.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: broken assertion MPI_MODE_NOPUT on window "halo" of rank 1
 * report:   MPI_Win_fence by rank 1 at assert_noput_fence_bad.c:21
 * report:   MPI_Put       by rank 0 at assert_noput_fence_bad.c:22
 * report:   It says that nobody puts or accumulates into this part of the window before the epoch ends; leave it out. [MPI-4.1 12.5.5]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int one = 1;
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(rank == 1 ? MPI_MODE_NOPUT : 0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
