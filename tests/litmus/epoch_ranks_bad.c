/* Epochs that are never closed, or match no other, of windows whose ranks are
 * not those of MPI_COMM_WORLD.
 *
 * run: np=4 options="--check" exit=121
 * report: oriel: MPI_Win_start without its MPI_Win_post on window "lone"
 * report:   MPI_Win_start by rank 3 at epoch_ranks_bad.c:33
 * report:   Rank 3 names rank 2 1 time, and is named by it 0 times. [MPI-4.1 12.5.2]
 * report: oriel: epoch on window "open" that rank 3 never closes
 * report:   MPI_Win_lock by rank 3 at epoch_ranks_bad.c:31
 * report:   MPI_Finalize by rank 3 at epoch_ranks_bad.c:40
 * report:   Call MPI_Win_unlock before MPI_Finalize. [MPI-4.1 12.5]
 * report: oriel: leak: 4 windows made by MPI_Win_allocate at epoch_ranks_bad.c:25 are never freed by ranks 0-3 [MPI-4.1 11.2.2]
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
  if (rank == 3) {
    MPI_Win_start(group, 0, lone);
    MPI_Win_complete(lone);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&group);
  MPI_Win_free(&lone);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
