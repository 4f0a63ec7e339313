/* A store in the window is a buffer of the rank's own put, but no other rank
 * may get it before it is public.
 *
 * run: np=2 options="--check --memory-model separate" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   store       by rank 1 at separate_buffer_bad.c:23, main()
 * report:   MPI_Get     by rank 0 at separate_buffer_bad.c:27
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync after the store. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  int x = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    memory[0] = 5;
    MPI_Put(&memory[0], 1, MPI_INT, 0, 3, 1, MPI_INT, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
