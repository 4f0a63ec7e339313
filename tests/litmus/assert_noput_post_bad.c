/* A Put into an exposure that was posted with MPI_MODE_NOPUT.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: broken assertion MPI_MODE_NOPUT on window "halo" of rank 1
 * report:   MPI_Win_post by rank 1 at assert_noput_post_bad.c:31
 * report:   MPI_Put      by rank 0 at assert_noput_post_bad.c:28
 * report:   It says that nobody puts or accumulates into this part of the window before the epoch ends; leave it out. [MPI-4.1 12.5.5]
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
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(group, MPI_MODE_NOPUT, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&group);
  MPI_Win_free(&win);
  MPI_Finalize();
}
