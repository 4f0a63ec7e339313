/* A crash in memory of a window that is freed names the window, under --check:
 * a store of the rank's own, and a buffer.
 *
 * mpich: no (it need not crash there)
 * run: np=1 exit=123 options="--check" args="store"
 * stderr: rank 0 was killed by SIGSEGV: invalid memory access
 * stderr: window "halo", which rank 0 freed at crash_freed_window.c:25
 * run: np=1 exit=123 options="--check" args="put"
 * stderr: window "halo", which rank 0 freed at crash_freed_window.c:25
 */
#include "check.h"

enum { BYTES = 1 << 16 };

int main(int argc, char **argv)
{
  char *memory, *other;
  MPI_Win win, to;
  MPI_Init(&argc, &argv);
  CHECK(argc == 2);
  MPI_Win_allocate(BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_allocate(BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other, &to);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(0, to);
  MPI_Win_free(&win);
  if (argv[1][0] == 's') *(volatile char *)memory = 1;
  MPI_Put(memory, 8, MPI_CHAR, 0, 0, 8, MPI_CHAR, to);
  MPI_Win_fence(0, to);
  MPI_Win_free(&to);
  MPI_Finalize();
  return 0;
}
