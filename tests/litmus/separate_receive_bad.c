/* A rank sends what it has stored to its window, and receives there: these are
 * its own copy's, and not public.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Recv    by rank 1 at separate_receive_bad.c:24
 * report:   MPI_Get     by rank 0 at separate_receive_bad.c:26
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync after the MPI_Recv. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, got;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  memory[rank] = 1;
  if (rank == 0) MPI_Send(memory, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(memory, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
