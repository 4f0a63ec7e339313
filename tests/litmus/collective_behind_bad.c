/* Blocks that lie wholly behind the memory of their buffer, or before it, where
 * those before them fit: nothing of them is received, and the heap there stays
 * as it is.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: recvbuf of MPI_Alltoallv that is too short (2 times)
 * report:   MPI_Alltoallv by rank 0 at collective_behind_bad.c:34 (writes bytes [262144, 262160) of memory allocated at collective_behind_bad.c:29, which has 16)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Gatherv that is too short
 * report:   MPI_Gatherv by rank 0 at collective_behind_bad.c:37 (writes bytes [-262144, -262128) of memory allocated at collective_behind_bad.c:29, which has 16)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Allgatherv that is too short (2 times)
 * report:   MPI_Allgatherv by rank 1 at collective_behind_bad.c:39 (writes bytes [262144, 262160) of `local` of main(), which has 16)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: sendbuf of MPI_Scatterv that is too short
 * report:   MPI_Scatterv by rank 0 at collective_behind_bad.c:43 (reads bytes [256, 272) of memory allocated at collective_behind_bad.c:42, which has 16)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 */
#include <mpi.h>
#include <stdlib.h>

enum { BLOCK = 4, NEAR = 64, FAR = 1 << 16, PAGE = 4096 };

int main(int argc, char **argv)
{
  int rank, counts[2] = {BLOCK, BLOCK}, displs[2] = {0, FAR}, near[2] = {0, 0};
  int back[2] = {0, -FAR}, local[BLOCK] = {0};
  int *ones = malloc(2 * BLOCK * sizeof *ones);
  int *b = calloc(BLOCK, sizeof *b);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 2 * BLOCK; i++)
    ones[i] = 1;
  MPI_Alltoallv(ones, counts, near, MPI_INT, b, counts, displs, MPI_INT,
                MPI_COMM_WORLD);
  if (!b[BLOCK - 1]) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Gatherv(ones, BLOCK, MPI_INT, b, counts, back, MPI_INT, 0,
              MPI_COMM_WORLD);
  MPI_Allgatherv(ones, BLOCK, MPI_INT, local, counts, displs, MPI_INT,
                 MPI_COMM_WORLD);
  displs[1] = NEAR; /* in the same page, which can be read */
  int *page = aligned_alloc(PAGE, BLOCK * sizeof *page);
  MPI_Scatterv(page, counts, displs, MPI_INT, local, BLOCK, MPI_INT, 0,
               MPI_COMM_WORLD);
  free(page);
  free(b);
  free(ones);
  MPI_Finalize();
}
