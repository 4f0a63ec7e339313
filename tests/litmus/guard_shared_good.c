/* A store to the last byte of all parts of shared memory, by another rank, and
 * to the last one of a part where the info says that there may be gaps.
 *
 * run: np=3 options="--check --ppn 3"
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
  if (rank == 0) part[23] = 7;
  MPI_Win_free(&win);
  MPI_Info_create(&gaps);
  MPI_Info_set(gaps, "alloc_shared_noncontig", "true");
  MPI_Win_allocate_shared(8, 1, gaps, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "apart");
  if (rank == 1) part[7] = 7;
  MPI_Win_free(&win);
  MPI_Info_free(&gaps);
  MPI_Finalize();
}
