/* C23's way to free, which not every C library has: told as free() is.
 *
 * mpich: no (what Oriel alone tells)
 * run: np=2 options="--check" exit=123
 * stderr: check_free_sized.c:22: frees again what was freed at
 */
#include "check.h"

#include <stdlib.h>

__attribute__((weak)) void free_sized(void *, size_t);

int main(int argc, char **argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  void *volatile p = malloc(20);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 1) {
    free_sized(p, 20);
    free_sized(p, 20);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
