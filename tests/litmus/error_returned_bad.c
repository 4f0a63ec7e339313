/* A mistake is one though the program asked for error codes.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0 at error_returned_bad.c:18: MPI_Win_unlock of rank 1 of window "halo", which this rank has not locked [MPI-4.1 12.5] (2 times)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  for (int i = 0; i < 2 && rank == 0; i++)
    MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
