/* In the separate model a store to another word must come after a put is there,
 * not only after it has left.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the copies of the window of rank 1
 * report:   MPI_Put     by rank 0 at separate_flush_local_bad.c:22 (epoch: lock_all, opened at separate_flush_local_bad.c:20), complete locally only
 * report:   store       by rank 1 at separate_flush_local_bad.c:28, main()
 * report:   In the separate memory model a store and an update exclude each other in the whole window. Let a flush, a message and then MPI_Win_sync by rank 1 come between the MPI_Put and the store. [MPI-4.1 12.7]
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
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush_local(1, win);
    MPI_Send(&one, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&one, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    memory[0] = 1;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
