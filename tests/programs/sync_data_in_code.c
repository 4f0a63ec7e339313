/* Data among the instructions of a loop that waits, which look like a call of
 * what is not there: where code cannot be read, a loop may wait.
 *
 * build: --check
 * mpich: no
 * (it is compiled for orielrun --check)
 * stdout: ok
 * run: np=2 options="--check=strict"
 */
#include "check.h"

#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  *memory = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  } else {
    oriel_compute(1);
    for (;;) {
      MPI_Win_sync(win);
      __asm__ volatile("jmp 1f\n .byte 0xe8, 0, 0, 0, 0x70\n1:");
      __asm__ volatile("jmp 1f\n .byte 0xff, 0x15, 0, 0, 0, 0x70\n1:");
      if (*memory) break;
    }
  }
  CHECK(rank == 0 || *memory == 1);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
  return 0;
}
