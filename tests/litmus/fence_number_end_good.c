/* Where a number ends is stored to the window when others have read that.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct parser {
  char *end, *rest;
};

int main(int argc, char **argv)
{
  static char text[] = "1.5 12", words[] = "a b";
  struct parser *p, copy, own = {text, words};
  double sum = 0;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *p, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &p, &win);
  memset(p, 0, sizeof *p);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  if (rank == 1) {
    MPI_Get(&copy, sizeof copy, MPI_BYTE, 0, 0, sizeof copy, MPI_BYTE, win);
  } else {
    sum = strtod(text, &own.end) + (double)strtol(text + 4, &own.end, 10);
    if (sum != 13.5) abort();
    if (!strtok_r(words, " ", &own.rest)) abort();
  }
  MPI_Win_fence(0, win);
  *p = own;
  MPI_Win_free(&win);
  MPI_Finalize();
}
