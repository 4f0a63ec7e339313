/* Windows that claim more memory than there is.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: memory of MPI_Win_create that is too short (2 times)
 * report:   MPI_Win_create by rank 0 at buffer_short_window_bad.c:22 (exposes bytes [0, 64) of memory allocated at buffer_short_window_bad.c:20, which has 32)
 * report:   Give it the memory that its size names. [MPI-4.1 12.2]
 * report: oriel: memory of MPI_Win_attach that is too short (2 times)
 * report:   MPI_Win_attach by rank 0 at buffer_short_window_bad.c:25 (exposes bytes [8, 40) of `some`, which has 32)
 * report:   Give it the memory that its size names. [MPI-4.1 12.2]
 */
#include <mpi.h>
#include <stdlib.h>

enum { N = 8 };
static int some[N];

int main(int argc, char **argv)
{
  MPI_Win win, dynamic;
  int *memory = malloc(N * sizeof *memory);
  MPI_Init(&argc, &argv);
  MPI_Win_create(memory, 2 * N * sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_attach(dynamic, some + 2, N * sizeof *some);
  MPI_Win_detach(dynamic, some + 2);
  MPI_Win_free(&dynamic);
  free(memory);
  MPI_Finalize();
}
