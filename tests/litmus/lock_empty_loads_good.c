/* A lock of memory that its rank may load from is there when the call returns,
 * whatever comes then: of a window of shared memory, or where it has asked for
 * another's part.
 *
 * build: --check
 * run: np=3 options="--check --ppn 3"
 * run: np=3 options="--check --ppn 3" args="query"
 */
#include <mpi.h>
#include <oriel.h>

int seen;
static int x = 1;

static void put(int target, MPI_Win to)
{
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, to);
  MPI_Put(&x, 1, MPI_INT, target, 0, 1, MPI_INT, to);
  MPI_Win_unlock(target, to);
}

int main(int argc, char **argv)
{
  int *memory, *other, rank, unit;
  MPI_Aint size;
  MPI_Win data, win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &data);
  if (argc > 1) {
    MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other, &win);
    MPI_Win_shared_query(win, 2, &size, &unit, &other);
  } else {
    MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other, &win);
  }
  if (rank == 0) {
    put(1, data);
    put(2, win);
  }
  if (rank == 1) {
    oriel_compute(1);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    seen = *memory;
    MPI_Win_unlock(2, win);
  }
  MPI_Win_free(&win);
  MPI_Win_free(&data);
  MPI_Finalize();
}
