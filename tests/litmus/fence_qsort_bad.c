/* qsort() moves what another rank gets.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 128)
 * report:   store       by rank 0 at fence_qsort_bad.c:32, main()
 * report:   MPI_Get     by rank 1 at fence_qsort_bad.c:31 (epoch: fence, opened at fence_qsort_bad.c:30)
 * report:   Nothing orders them. Let a fence come between the store and the MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdlib.h>

static int rank;

static int cmp(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  int *a, copy[32];
  MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &a, &win);
  for (int i = 0; i < 64; i++)
    a[i] = (i * 37) % 64;
  MPI_Win_fence(0, win);
  MPI_Get(copy, 32, MPI_INT, !rank, 0, 32, MPI_INT, win);
  if (rank == 0) qsort(a, 64, sizeof *a, cmp);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
