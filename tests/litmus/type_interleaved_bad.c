/* Two origins put with gaps, one element in common.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 2, bytes [8, 12)
 * report:   MPI_Put     by rank 0 at type_interleaved_bad.c:26 (epoch: fence, opened at type_interleaved_bad.c:25), not yet complete
 * report:   MPI_Put     by rank 1 at type_interleaved_bad.c:26 (epoch: fence, opened at type_interleaved_bad.c:25)
 * report:   Nothing orders them. MPI_Win_fence at type_interleaved_bad.c:27 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[4] = {1, 2, 3, 4};
  MPI_Datatype column;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Type_vector(4, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_fence(0, win);
  if (rank < 2) MPI_Put(x, 4, MPI_INT, 2, 2 * rank, 1, column, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Finalize();
}
