/* A rank measures a text that another one is putting; the length of a literal
 * is a constant.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 6)
 * report:   MPI_Put     by rank 1 at strlen_put_bad.c:28 (epoch: fence, opened at strlen_put_bad.c:26), not yet complete
 * report:   load        by rank 0 at strlen_put_bad.c:30, main()
 * report:   Nothing orders them. MPI_Win_fence at strlen_put_bad.c:31 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <string.h>

static const size_t length = strlen("other");

int main(int argc, char **argv)
{
  char *memory;
  int rank, longer = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  strcpy(memory, "first");
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Put("other", 6, MPI_CHAR, 0, 0, 6, MPI_CHAR, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) longer = strlen(memory) > length;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return longer;
}
