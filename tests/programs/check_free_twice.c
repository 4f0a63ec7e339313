/* Under --check a block that is freed twice is told with both places.
 *
 * mpich: no (what Oriel alone tells)
 * run: np=2 options="--check" exit=123
 * stderr: oriel: rank 1 at check_free_twice.c:31: frees again what was freed at check_free_twice.c:30
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  /* What is allocated in one way and grows in another keeps its contents. */
  char *volatile p = strdup("text");
  void *a = NULL;
  p = realloc(p, 100000);
  CHECK(!strcmp(p, "text"));
  p = realloc(p, 3);
  CHECK(!strncmp(p, "tex", 3));
  CHECK(posix_memalign(&a, 256, 10) == 0);
  CHECK((size_t)a % 256 == 0);
  free(a);
  free(NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 1) {
    free(p);
    free(p);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
