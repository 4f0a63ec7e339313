/* A flush between Put and Get.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win own;
  int *mine;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_SELF, &mine, &own);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, own);
  MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, own);
  MPI_Win_flush(0, own);
  MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, own);
  MPI_Win_unlock(0, own);
  seen = y;
  MPI_Win_free(&own);
  MPI_Win_free(&win);
  MPI_Finalize();
}
