/* Two origins of one exposure epoch put to one word.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Put     by rank 1 at pscw_group_bad.c:31 (epoch: start, opened at pscw_group_bad.c:30), complete locally only
 * report:   MPI_Put     by rank 2 at pscw_group_bad.c:31 (epoch: start, opened at pscw_group_bad.c:30)
 * report:   Nothing orders them. MPI_Win_wait at pscw_group_bad.c:28 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
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
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&zero);
  MPI_Group_free(&others);
  MPI_Win_free(&win);
  MPI_Finalize();
}
