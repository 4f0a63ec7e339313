/* Complex numbers are used when they have arrived.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <complex.h>
#include <stdio.h>

static int rank;

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  double complex *f, in[4];
  double norm = 0;
  MPI_Win_allocate(4 * sizeof *f, sizeof *f, MPI_INFO_NULL, MPI_COMM_WORLD, &f,
                   &win);
  for (int i = 0; i < 4; i++)
    f[i] = rank + i * I;
  MPI_Win_fence(0, win);
  MPI_Get(in, 4, MPI_C_DOUBLE_COMPLEX, !rank, 0, 4, MPI_C_DOUBLE_COMPLEX, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 4; i++)
    norm += cabs(in[i]);
  if (norm < 0) puts("?");
  MPI_Win_free(&win);
  MPI_Finalize();
}
