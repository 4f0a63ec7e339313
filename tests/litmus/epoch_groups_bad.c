/* The target posts to itself, the origin starts to the target.
 *
 * run: np=2 options="--check" exit=122
 * report: oriel: deadlock at 0.000002242 s: 2 of 2 ranks wait, and nothing can happen any more
 * report:   rank 0 at epoch_groups_bad.c:42: MPI_Win_complete waits for MPI_Win_post of rank 1 on window "halo"
 * report:   rank 1 at epoch_groups_bad.c:45: MPI_Win_wait waits for MPI_Win_complete of rank 1 on window "halo"
 * report:   cycle: rank 1 -> rank 1
 * report: oriel: groups of MPI_Win_start and MPI_Win_post that do not match on window "halo"
 * report:   MPI_Win_start by rank 0 at epoch_groups_bad.c:40 (its group holds rank 1)
 * report:   MPI_Win_post  by rank 1 at epoch_groups_bad.c:44 (its group lacks rank 0)
 * report:   Two ranks must name each other, or neither the other. [MPI-4.1 12.5.2]
 * run: np=2 options="--check --protocol message" exit=122
 * report: oriel: deadlock at 0.000004102 s: 2 of 2 ranks wait, and nothing can happen any more
 * report:   rank 0 at epoch_groups_bad.c:48: MPI_Win_free waits for 1 MPI_Win_post or MPI_Win_complete to take effect on window "halo"
 * report:   rank 1 at epoch_groups_bad.c:45: MPI_Win_wait waits for MPI_Win_complete of rank 1 on window "halo"
 * report:   cycle: rank 1 -> rank 1
 * report: oriel: groups of MPI_Win_start and MPI_Win_post that do not match on window "halo"
 * report:   MPI_Win_start by rank 0 at epoch_groups_bad.c:40 (its group holds rank 1)
 * report:   MPI_Win_post  by rank 1 at epoch_groups_bad.c:44 (its group lacks rank 0)
 * report:   Two ranks must name each other, or neither the other. [MPI-4.1 12.5.2]
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
  other = 1;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &group);
  MPI_Group_free(&all);
  if (rank == 0) {
    MPI_Win_start(group, 0, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&group);
  MPI_Win_free(&win);
  MPI_Finalize();
}
