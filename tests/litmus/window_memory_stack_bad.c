/* A window of local variables, whose function returns before MPI_Win_free.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: memory of the window of rank 0 that is gone with its function before the window (2 times)
 * report:   MPI_Win_free by rank 0 at window_memory_stack_bad.c:20
 * report:   Call MPI_Win_free first. [MPI-4.1 12.2]
 */
#include <mpi.h>

__attribute__((noinline)) static void make(MPI_Win *win)
{
  volatile int memory[4] = {0};
  MPI_Win_create((int *)memory, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win);
}

__attribute__((noinline)) static void use(void)
{
  MPI_Win win;
  make(&win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  use();
  MPI_Finalize();
}
