/* Where a number ends is stored to the window, which others read meanwhile.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 8)
 * report:   store       by rank 0 at fence_number_end_bad.c:38, main()
 * report:   MPI_Get     by rank 1 at fence_number_end_bad.c:36 (epoch: fence, opened at fence_number_end_bad.c:34)
 * report:   Nothing orders them. Let a fence come between the store and the MPI_Get. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [8, 16)
 * report:   store       by rank 0 at fence_number_end_bad.c:40, main()
 * report:   MPI_Get     by rank 1 at fence_number_end_bad.c:36 (epoch: fence, opened at fence_number_end_bad.c:34)
 * report:   Nothing orders them. Let a fence come between the store and the MPI_Get. [MPI-4.1 12.7]
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
  struct parser *p, copy;
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
    sum = strtod(text, &p->end) + (double)strtol(text + 4, &p->end, 10);
    if (sum != 13.5) abort();
    if (!strtok_r(words, " ", &p->rest)) abort();
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
