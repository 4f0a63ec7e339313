/* A rank prints the text that it gets before the get is complete.
 *
 * build: --check
 * stdout-any
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in `name` of rank 0, 7 bytes
 * report:   MPI_Get     by rank 0 at origin_printed_bad.c:27 (epoch: fence, opened at origin_printed_bad.c:25), not yet complete
 * report:   load        by rank 0 at origin_printed_bad.c:28, main()
 * report:   Nothing orders them. MPI_Win_fence at origin_printed_bad.c:30 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
  static char name[16] = "nobody";
  char *memory;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  snprintf(memory, 16, "rank %d", rank);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(name, 16, MPI_CHAR, 1, 0, 16, MPI_CHAR, win);
    printf("%d: hello from %s\n", rank, name);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
