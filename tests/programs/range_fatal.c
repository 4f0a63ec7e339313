/* Under MPI_ERRORS_ARE_FATAL, the default, a put one byte past the window
 * ends the run with exit code 120 and a message that names the rank, the line
 * and the window.
 *
 * mpich: no (MPICH does not check)
 * run: np=3 exit=120 twice=1
 * stderr: rank 2 at
 * stderr: range_fatal.c:24
 * stderr: MPI_Put to rank 1 of window "narrow"
 * stderr: [97, 101)
 */
#include "check.h"

int main(int argc, char **argv)
{
  char *memory;
  int value = -1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(100, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "narrow");
  MPI_Win_fence(0, win);
  if (world_rank() == 2)
    MPI_Put(&value, 1, MPI_INT, 1, 97, 1, MPI_INT, win); /* ends at 101 */
  MPI_Win_fence(0, win);
  puts("not reached");
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
