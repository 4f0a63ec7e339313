/* Two origins of one exposure epoch put to words of their own.
 *
 * run: np=3 options="--check"
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
  MPI_Group world, zero, others;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){0}, &zero);
  MPI_Group_incl(world, 2, (int[]){1, 2}, &others);
  if (rank == 0) {
    MPI_Win_post(others, 0, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(zero, 0, win);
    MPI_Put(&x, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&zero);
  MPI_Group_free(&others);
  MPI_Win_free(&win);
  MPI_Finalize();
}
