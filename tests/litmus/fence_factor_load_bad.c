/* Each round of a loop loads what is put in the epoch: it does not wait for it.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 8)
 * report:   MPI_Put     by rank 0 at fence_factor_load_bad.c:26 (epoch: fence, opened at fence_factor_load_bad.c:25), not yet complete
 * report:   load        by rank 1 at fence_factor_load_bad.c:29, main()
 * report:   Nothing orders them. MPI_Win_fence at fence_factor_load_bad.c:30 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

enum { N = 8 };
static double scaled[N];

int main(int argc, char **argv)
{
  int rank;
  double *memory, factor = 3;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof factor, sizeof factor, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  *memory = 2;
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&factor, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);
  if (rank == 1)
    for (int i = 0; i < N; i++)
      scaled[i] += i * *memory;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return scaled[0] > 1;
}
