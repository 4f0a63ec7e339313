/* A put by one window, and a get by another that overlaps it: the target has
 * synchronised the two in the wrong order.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the window of separate_overlap_bad.c:22 of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at separate_overlap_bad.c:26
 * report:   MPI_Get     by rank 0 at separate_overlap_bad.c:34
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync of the one window, then of the other. [MPI-4.1 12.7]
 */
#include <mpi.h>

static int memory[2], got;

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
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, first);
    MPI_Win_flush(1, first);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(other);
  MPI_Win_sync(first);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_flush(1, other);
  }
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(first);
  MPI_Win_free(&other);
  MPI_Win_free(&first);
  MPI_Finalize();
}
