/* A lock shows to a rank what others have updated, not to others what that rank
 * has stored.
 *
 * run: np=2 options="--check --memory-model separate" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   store       by rank 1 at separate_before_lock_bad.c:21, main()
 * report:   MPI_Get     by rank 0 at separate_before_lock_bad.c:24
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync after the store. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 1) memory[0] = 5;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
