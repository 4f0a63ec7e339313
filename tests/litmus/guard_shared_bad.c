/* Parts of shared memory follow one another: only behind the last there is
 * nobody's memory, unless the info says that there may be gaps.
 *
 * run: np=3 options="--check --ppn 3" exit=121
 * report: oriel: write outside window "together" of rank 2: at byte 8, beyond its bytes [0, 8)
 * report:   MPI_Win_allocate_shared by rank 2 at guard_shared_bad.c:22
 * report:   Stay within the part, or allocate more. orielcc --check tells where the program writes there. [MPI-4.1 12.2]
 * report: oriel: write outside window "apart" of rank 1: at byte 10, beyond its bytes [0, 8)
 * report:   MPI_Win_allocate_shared by rank 1 at guard_shared_bad.c:28
 * report:   Stay within the part, or allocate more. orielcc --check tells where the program writes there. [MPI-4.1 12.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  char *part;
  int rank;
  MPI_Win win;
  MPI_Info gaps;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "together");
  if (rank == 0) part[24] = 7;
  MPI_Win_free(&win);
  MPI_Info_create(&gaps);
  MPI_Info_set(gaps, "alloc_shared_noncontig", "true");
  MPI_Win_allocate_shared(8, 1, gaps, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "apart");
  if (rank == 1) part[10] = 7;
  MPI_Win_free(&win);
  MPI_Info_free(&gaps);
  MPI_Finalize();
}
