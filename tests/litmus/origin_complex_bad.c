/* The real parts of complex numbers are used while these arrive. (clang loads
 * both parts at -O0, so the bytes are not the same for all.)
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * stderr: oriel: conflict in `in` of main() of rank 0,
 * stderr:   MPI_Get     by rank 0 at origin_complex_bad.c:29 (epoch: fence, opened at origin_complex_bad.c:28), not yet complete
 * stderr:   load        by rank 0 at origin_complex_bad.c:31, main()
 * stderr:   Nothing orders them. MPI_Win_fence at origin_complex_bad.c:32 comes too late; move the load after it. [MPI-4.1 12.7]
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
  for (int i = 0; i < 4; i++)
    norm += creal(in[i]);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 4; i++)
    norm += cabs(in[i]);
  if (norm < 0) puts("?");
  MPI_Win_free(&win);
  MPI_Finalize();
}
