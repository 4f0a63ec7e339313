/* What a fence completes is over for whom the target tells of it, and what only
 * reads for whom its origin does, however many more they have left meanwhile;
 * and a window over the same memory that is made later comes after all of it.
 *
 * build: --check
 * run: np=3 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

enum { MORE = 50 };

static void replace(int index, MPI_Win win)
{
  int two = 2;
  oriel_compute(1);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Put(&two, 1, MPI_INT, 1, index, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
}

static void fences(int rank, MPI_Comm two, int *memory, int size)
{
  int x = 1, y;
  MPI_Win one;
  MPI_Win_create(memory, size, sizeof *memory, MPI_INFO_NULL, two, &one);
  MPI_Win_fence(0, one);
  if (rank == 0) MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, one);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, one);
  MPI_Win_fence(0, one);
  MPI_Send(&x, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  for (int i = 0; i < MORE; i++)
    MPI_Win_fence(i % 4 == 3 ? MPI_MODE_NOPRECEDE : 0, one);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 2, 1, MPI_INT, one);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
  MPI_Win_free(&one);
}

int main(int argc, char **argv)
{
  int memory[3] = {0}, rank, x;
  MPI_Comm two;
  MPI_Win other, last;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, 0, &two);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &other);
  if (rank < 2) fences(rank, two, memory, sizeof memory);
  for (int i = 0; rank == 2 && i < 2; i++) {
    MPI_Recv(&x, 0, MPI_INT, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    replace(i, other);
  }
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &last);
  if (rank == 2) replace(2, last);
  MPI_Win_free(&last);
  MPI_Win_free(&other);
  MPI_Comm_free(&two);
  MPI_Finalize();
}
