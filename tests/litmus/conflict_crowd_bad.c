/* Each rank puts into the same bytes of all others, a hundred times, and
 * completes that locally only: as many conflicts as puts, but one report, and
 * soon.
 *
 * run: np=64 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 8) (409536 times)
 * report:   MPI_Put     by rank 1 at conflict_crowd_bad.c:29 (epoch: lock_all, opened at conflict_crowd_bad.c:26), complete locally only
 * report:   MPI_Put     by rank 0 at conflict_crowd_bad.c:29 (epoch: lock_all, opened at conflict_crowd_bad.c:26)
 * report:   Nothing orders them. MPI_Win_unlock_all at conflict_crowd_bad.c:32 comes too late. Let rank 0 know of it, or of a flush, before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

#define ROUNDS 100

int main(int argc, char **argv)
{
  int rank, size;
  long one = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(size * sizeof one, sizeof one, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < ROUNDS * size; i++) {
    int target = (rank + i) % size;
    MPI_Put(&one, 1, MPI_LONG, target, 0, 1, MPI_LONG, win);
    MPI_Win_flush_local(target, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
