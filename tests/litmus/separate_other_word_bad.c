/* In the separate model a store must be public before a put to another word of
 * the window, which is behind it.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the copies of the window of rank 1
 * report:   store       by rank 1 at separate_other_word_bad.c:25, main()
 * report:   MPI_Put     by rank 0 at separate_other_word_bad.c:23
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync after the store. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Recv(&one, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  } else {
    memory[0] = 1;
    MPI_Send(&one, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
