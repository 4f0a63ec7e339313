/* A Get does not update what was posted with MPI_MODE_NOPUT.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int one = 1, other;
  MPI_Group all, group;
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  other = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &group);
  MPI_Group_free(&all);
  if (rank == 0) {
    MPI_Win_start(group, 0, win);
    MPI_Get(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(group, MPI_MODE_NOPUT, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&group);
  MPI_Win_free(&win);
  MPI_Finalize();
}
