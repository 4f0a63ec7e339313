/* One of two variables is loaded, through a pointer to whichever it is; it
 * is put meanwhile.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at fence_chosen_load_bad.c:32 (epoch: fence, opened at fence_chosen_load_bad.c:30), not yet complete
 * report:   load        by rank 1 at fence_chosen_load_bad.c:18, either()
 * report:   Nothing orders them. MPI_Win_fence at fence_chosen_load_bad.c:35 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

static int first[4], second[4];

static __attribute__((noinline)) int either(int k)
{
  const int *one = k ? first : second;
  return *one;
}

int main(int argc, char **argv)
{
  int rank, one = 1, k = argc > 5;
  volatile int found = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(second, sizeof second, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else
    found = either(k);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return found > 1;
}
