/* Between a put and what comes after it, by the owner or through another
 * window of the same memory, the owner synchronises, but makes the wrong one
 * of the two copies like the other: it unlocks where it had to lock, or locks
 * where it had to unlock.
 *
 * run: np=2 options="--check --memory-model=separate" args=load exit=121
 * report: oriel: conflict in the window of separate_half_bad.c:34 of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at separate_half_bad.c:38
 * report:   load        by rank 1 at separate_half_bad.c:44, main()
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync before the later access. MPI_Win_sync needs a passive epoch, as of MPI_Win_lock_all. [MPI-4.1 12.7]
 * run: np=2 options="--check --memory-model=separate" args=first exit=121
 * report: oriel: conflict in the window of separate_half_bad.c:35 of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at separate_half_bad.c:38
 * report:   MPI_Get     by rank 0 at separate_half_bad.c:52
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync of the one window, then of the other. [MPI-4.1 12.7]
 * run: np=2 options="--check --memory-model=separate" args=second exit=121
 * report: oriel: conflict in the window of separate_half_bad.c:35 of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at separate_half_bad.c:38
 * report:   MPI_Get     by rank 0 at separate_half_bad.c:58
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync of the one window, then of the other. [MPI-4.1 12.7]
 * build: --check
 */
#include <mpi.h>
#include <string.h>

static int memory, seen;

int main(int argc, char **argv)
{
  int rank, one = 1;
  MPI_Win first, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_lock_all(0, first);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, first);
    MPI_Win_flush(1, first);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(argv[1], "load") == 0) {
    MPI_Win_unlock_all(first);
    if (rank == 1) seen = memory;
    MPI_Win_lock_all(0, first);
    MPI_Win_lock_all(0, other);
  } else if (strcmp(argv[1], "first") == 0) {
    MPI_Win_unlock_all(first);
    MPI_Win_lock_all(0, other);
    MPI_Win_sync(other);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Get(&seen, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_lock_all(0, first);
  } else {
    MPI_Win_sync(first);
    MPI_Win_lock_all(0, other);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Get(&seen, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
  }
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(first);
  MPI_Win_free(&other);
  MPI_Win_free(&first);
  MPI_Finalize();
}
