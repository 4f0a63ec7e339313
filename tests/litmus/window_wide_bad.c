/* A large window, most of which nobody uses: what is put is loaded too early.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of window_wide_bad.c:25 of rank 1, bytes [5368709128, 5368709132)
 * report:   MPI_Put     by rank 0 at window_wide_bad.c:28 (epoch: fence, opened at window_wide_bad.c:27), not yet complete
 * report:   load        by rank 1 at window_wide_bad.c:29, main()
 * report:   Nothing orders them. MPI_Win_fence at window_wide_bad.c:30 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { FLAGS = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE };
static const MPI_Aint SIZE = (MPI_Aint)1 << 36, AT = (MPI_Aint)5 << 30;

int main(int argc, char **argv)
{
  int rank, one = 1, found = 0;
  MPI_Win win, other;
  char *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, FLAGS, -1, 0);
  if (memory == MAP_FAILED) abort();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, SIZE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(memory + AT, 64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, AT + 8, 1, MPI_INT, win);
  if (rank == 1) found = *(int *)(memory + AT + 8);
  MPI_Win_fence(0, win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  munmap(memory, SIZE);
  MPI_Finalize();
  return found > 1;
}
