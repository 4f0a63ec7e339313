/* Seven ranks read what they share a lock for, at two targets, not all in the
 * same order; then one that has the lock for itself overwrites it all.
 *
 * run: np=9 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

enum { READERS = 7 };

static MPI_Win window;

static void read_at(int target, int rank)
{
  int found;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window);
  MPI_Get(&found, 1, MPI_INT, target, rank, 1, MPI_INT, window);
  MPI_Win_unlock(target, window);
}

static void write_at(int target)
{
  int zeros[READERS] = {0};
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window);
  MPI_Put(zeros, READERS, MPI_INT, target, 0, READERS, MPI_INT, window);
  MPI_Win_unlock(target, window);
}

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(READERS * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &window);
  if (rank < READERS) {
    oriel_compute(1e-4 * rank);
    read_at(rank < 2 ? 8 : 7, rank);
    if (rank >= 2) oriel_compute(2e-3);
    read_at(rank < 2 ? 7 : 8, rank);
  } else if (rank == READERS) {
    oriel_compute(1e-2);
    write_at(8);
    write_at(7);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
}
