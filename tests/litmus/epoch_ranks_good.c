/* Epochs of windows whose ranks are not those of MPI_COMM_WORLD.
 *
 * run: np=4 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, *memory, next = 1;
  MPI_Comm comm;
  MPI_Group all, group;
  MPI_Win open, lone;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, comm, &memory, &open);
  MPI_Win_set_name(open, "open");
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, comm, &memory, &lone);
  MPI_Win_set_name(lone, "lone");
  MPI_Comm_group(comm, &all);
  MPI_Group_incl(all, 1, &next, &group);
  if (rank == 3) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, open);
  if (rank == 3) MPI_Win_unlock(1, open);
  if (rank == 3) {
    MPI_Win_start(group, 0, lone);
    MPI_Win_complete(lone);
  }
  MPI_Group back;
  MPI_Group_incl(all, 1, (int[]){0}, &back);
  if (rank == 2) {
    MPI_Win_post(back, 0, lone);
    MPI_Win_wait(lone);
  }
  MPI_Group_free(&back);
  MPI_Group_free(&all);
  MPI_Group_free(&group);
  MPI_Win_free(&lone);
  MPI_Win_free(&open);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
