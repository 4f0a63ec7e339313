/* Two ranks between which very many flows are under way: who waits for a place
 * of both links is not looked through whenever a flow leaves them.
 *
 * run: np=2 limit=10
 * stdout: ok
 * mpich: no (takes memory for each)
 */
#include "check.h"

enum { COUNT = 2560, FLOWS = 400000 }; /* 10 KiB: a flow */

int main(int argc, char **argv)
{
  int *memory, ones[COUNT];
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(COUNT, &memory);
  for (int i = 0; i < COUNT; i++)
    ones[i] = 1;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int i = 0; world_rank() == 0 && i < FLOWS; i++)
    MPI_Put(ones, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  CHECK(memory[COUNT - 1] == world_rank());
  int code = report();
  MPI_Finalize();
  return code;
}
