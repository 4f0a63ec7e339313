/* Hundreds of ranks that all send to all at once wait for the places of links:
 * who waits is not looked at again and again, and goes in its turn.
 *
 * run: np=768
 * stdout: ok
 * mpich: no (too many processes)
 */
#include "check.h"

enum { COUNT = 2560 }; /* 10 KiB: a flow */

int main(int argc, char **argv)
{
  int *memory, ones[COUNT];
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(COUNT, &memory);
  int me = world_rank(), n = world_size();
  for (int i = 0; i < COUNT; i++)
    ones[i] = 1;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int i = 1; i < n; i++)
    MPI_Accumulate(ones, COUNT, MPI_INT, (me + i) % n, 0, COUNT, MPI_INT,
                   MPI_SUM, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  CHECK(memory[0] == n - 1 && memory[COUNT - 1] == n - 1);
  int code = report();
  MPI_Finalize();
  return code;
}
