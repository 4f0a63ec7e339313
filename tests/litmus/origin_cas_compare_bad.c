/* A store to the compare buffer of a Compare_and_swap that is under way.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `z` of main() of rank 0, 4 bytes
 * report:   MPI_Compare_and_swap by rank 0 at origin_cas_compare_bad.c:22 (epoch: lock_all, opened at origin_cas_compare_bad.c:20), not yet complete
 * report:   store                by rank 0 at origin_cas_compare_bad.c:23, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at origin_cas_compare_bad.c:25 comes too late; move the store after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y, z = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Compare_and_swap(&x, &z, &y, MPI_INT, 1, 0, win);
    z = 2;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
