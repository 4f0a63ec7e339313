/* Rows are scattered with a row of their neighbors': the root's are read twice.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: rank 0 at scatterv_halo_bad.c:22: MPI_Scatterv: the blocks of ranks 0 and 1 in sendbuf overlap; nothing there may be read more than once [MPI-4.1 6.6]
 */
#include <mpi.h>
#include <string.h>

enum { ROW = 4, MOST = 12 };

int main(int argc, char **argv)
{
  int image[ROW * MOST], mine[ROW * 3], rank, size;
  int counts[MOST], displs[MOST];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; i++)
    counts[i] = i == size - 1 ? ROW : 2 * ROW, displs[i] = i * ROW;
  memset(image, 0, sizeof image);

  MPI_Scatterv(image, counts, displs, MPI_INT, mine, counts[rank], MPI_INT, 0,
               MPI_COMM_WORLD);
  MPI_Finalize();
}
