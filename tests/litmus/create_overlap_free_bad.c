/* A window over the memory of another one, which MPI allocated: a put to
 * it is not complete when the memory goes.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: memory of window "over" of rank 0 that is freed before the window (2 times)
 * report:   MPI_Win_free by rank 0 at create_overlap_free_bad.c:27
 * report:   Free this window before the other one. [MPI-4.1 12.2]
 * report: oriel: conflict in window "over" of rank 0, bytes [0, 4) (2 times)
 * report:   MPI_Put      by rank 0 at create_overlap_free_bad.c:26 (epoch: shared lock, opened at create_overlap_free_bad.c:25), not yet complete
 * report:   MPI_Win_free by rank 0 at create_overlap_free_bad.c:27
 * report:   Nothing orders them. MPI_Win_unlock at create_overlap_free_bad.c:28 comes too late; move the MPI_Win_free after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Win halo, over;
  int *memory, one = 1;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &halo);
  MPI_Win_create(memory, sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_SELF,
                 &over);
  MPI_Win_set_name(over, "over");
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, over);
  MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, over);
  MPI_Win_free(&halo);
  MPI_Win_unlock(0, over);
  MPI_Win_free(&over);
  MPI_Finalize();
}
