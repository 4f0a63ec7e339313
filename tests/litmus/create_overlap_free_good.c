/* A window over the memory of another one, which MPI allocated: it goes first.
 *
 * run: np=2 options="--check"
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
  MPI_Win_unlock(0, over);
  MPI_Win_free(&over);
  MPI_Win_free(&halo);
  MPI_Finalize();
}
