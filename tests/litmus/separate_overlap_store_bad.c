/* A store is public in the other of two windows than the put names, of the same
 * memory.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the window of separate_overlap_store_bad.c:22 of rank 1, bytes [4, 8) (2 times)
 * report:   store       by rank 1 at separate_overlap_store_bad.c:26, main()
 * report:   MPI_Put     by rank 0 at separate_overlap_store_bad.c:30
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync after the store. [MPI-4.1 12.7]
 */
#include <mpi.h>

static int memory[2];

int main(int argc, char **argv)
{
  int rank, one = 1;
  MPI_Win first, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(memory, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_lock_all(0, first);
  MPI_Win_lock_all(0, other);
  if (rank == 1) {
    memory[1] = 1;
    MPI_Win_sync(first);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, other);
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(first);
  MPI_Win_free(&other);
  MPI_Win_free(&first);
  MPI_Finalize();
}
