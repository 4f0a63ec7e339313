/* MPI_Win_flush_all waits for what a large get brings, not only for what the
 * targets answer, which comes before its last bytes where messages move data.
 *
 * run: np=2
 * run: np=2 options="--protocol message"
 * stdout: ok
 */
#include "check.h"

#include <mpi.h>
#include <stdlib.h>

enum { WORDS = 1 << 20 };

int main(int argc, char **argv)
{
  int *memory, *got = calloc(WORDS, sizeof *got), rank, one = 1;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &window);
  for (int i = 0; i < WORDS; i++)
    memory[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Get(got + 1, WORDS - 1, MPI_INT, 1, 1, WORDS - 1, MPI_INT, window);
    MPI_Win_flush_all(window);
    CHECK(got[1] == 1);
    CHECK(got[WORDS - 1] == WORDS - 1);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  free(got);
  int code = report();
  MPI_Finalize();
  return code;
}
