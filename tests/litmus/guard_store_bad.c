/* A loop that runs one element too far, and a load behind the end.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: store outside window "halo" of rank 0: at byte 16, beyond its bytes [0, 16) (2 times)
 * report:   MPI_Win_allocate by rank 0 at guard_store_bad.c:22
 * report:   store            by rank 0 at guard_store_bad.c:25, main()
 * report:   Stay within the part, or allocate more. [MPI-4.1 12.2]
 * report: oriel: load outside window "halo" of rank 1: at byte 24, beyond its bytes [0, 16)
 * report:   MPI_Win_allocate by rank 1 at guard_store_bad.c:22
 * report:   load             by rank 1 at guard_store_bad.c:26, main()
 * report:   Stay within the part, or allocate more. [MPI-4.1 12.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *part, rank, seen = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "halo");
  for (int i = 0; i <= 4; i++)
    part[i] = rank;
  if (rank == 1) seen = part[6];
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen == 3;
}
