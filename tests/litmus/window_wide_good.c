/* A large window, most of which nobody uses, and a small one within it.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { FLAGS = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE };
static const MPI_Aint SIZE = (MPI_Aint)1 << 36, AT = (MPI_Aint)5 << 30;

int main(int argc, char **argv)
{
  int rank, one = 1, found = 0;
  MPI_Win win, other;
  char *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, FLAGS, -1, 0);
  if (memory == MAP_FAILED) abort();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, SIZE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(memory + AT, 64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, AT + 8, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1) found = *(int *)(memory + AT + 8);
  MPI_Win_fence(0, win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  munmap(memory, SIZE);
  MPI_Finalize();
  return found > 1;
}
