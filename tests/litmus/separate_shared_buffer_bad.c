/* In the separate model what one rank stores in shared memory is not there for
 * the call of another, though the two are ordered.
 *
 * run: np=2 options="--check --memory-model=separate --ppn 2" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at separate_shared_buffer_bad.c:23, main()
 * report:   MPI_Send    by rank 1 at separate_shared_buffer_bad.c:25
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync after the store and before the later access. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, *first, rank, unit, got = 0;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  MPI_Win_lock_all(0, win);
  if (rank == 0) *first = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Send(first, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
