/* Windows over parts of the ranks at the same time; ranks in them count from
 * zero.
 *
 * run: np=6 twice=1
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory, here, size;
  MPI_Comm half;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int me = world_rank(), value = 100 + me;
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, 0, &half);
  MPI_Comm_rank(half, &here);
  MPI_Comm_size(half, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, half, &memory,
                   &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, (here + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  SAME(memory[0], 100 + (me + 4) % 6);
  MPI_Win_free(&win);
  MPI_Comm_free(&half);
  int code = report();
  MPI_Finalize();
  return code;
}
