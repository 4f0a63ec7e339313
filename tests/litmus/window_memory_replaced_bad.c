/* Other memory is put in the place of a window's before MPI_Win_free.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: memory of the window of rank 0 that is freed before the window (2 times)
 * report:   mmap        by rank 0 at window_memory_replaced_bad.c:22, main()
 * report:   Call MPI_Win_free first. [MPI-4.1 12.2]
 */
#include <mpi.h>
#include <sys/mman.h>

enum { PAGE = 4096, MODE = PROT_READ | PROT_WRITE };

int main(int argc, char **argv)
{
  void *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  memory = mmap(NULL, PAGE, MODE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Win_create(memory, PAGE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  mmap(memory, PAGE, MODE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  MPI_Win_free(&win);
  MPI_Finalize();
}
