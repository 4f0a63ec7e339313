/* A number is read from text that may not have come. What the system's headers
 * make of atoi() is at the line that calls it.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -O2
 * report: oriel: conflict in `text` of rank 0, 1 byte
 * report:   MPI_Get     by rank 0 at origin_number_bad.c:27 (epoch: lock_all, opened at origin_number_bad.c:25), not yet complete
 * report:   load        by rank 0 at origin_number_bad.c:28, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at origin_number_bad.c:30 comes too late; move the load after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdlib.h>

static char text[8];
int seen;

int main(int argc, char **argv)
{
  char *memory;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(text, 8, MPI_CHAR, 1, 0, 8, MPI_CHAR, win);
    seen = atoi(text);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
