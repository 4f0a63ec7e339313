/* Rows are scattered, each once, and then neighbors exchange theirs; in place
 * the root's own block is not read.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>
#include <string.h>

enum { ROW = 4, MOST = 12 };

int main(int argc, char **argv)
{
  int image[ROW * MOST], mine[ROW * 2], rank, size;
  int counts[MOST], displs[MOST];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; i++)
    counts[i] = ROW, displs[i] = i * ROW;
  memset(image, 0, sizeof image);

  MPI_Scatterv(image, counts, displs, MPI_INT, mine, ROW, MPI_INT, 0,
               MPI_COMM_WORLD);
  MPI_Sendrecv(mine, ROW, MPI_INT, (rank + size - 1) % size, 0, mine + ROW, ROW,
               MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  counts[0] = 2 * ROW;
  MPI_Scatterv(image, counts, displs, MPI_INT, rank ? mine : MPI_IN_PLACE, ROW,
               MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
