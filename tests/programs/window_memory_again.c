/* More memory of windows is freed than the checker keeps: what comes again is
 * new memory.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include "check.h"

#include <mpi.h>

int main(int argc, char **argv)
{
  enum { SMALL = 12000, LARGE = 1 << 20, WINDOWS = 1600 };
  MPI_Init(&argc, &argv);
  for (int i = 0; i < WINDOWS; i++) {
    int size = i % 16 ? SMALL : LARGE;
    char *memory;
    MPI_Win win;
    MPI_Win_allocate(size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    CHECK(memory[0] == 0 && memory[size - 1] == 0);
    memory[0] = memory[size - 1] = 1;
    MPI_Win_free(&win);
  }
  MPI_Finalize();
}
