/* Columns that follow each other at one element meet another Put.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [52, 56)
 * report:   MPI_Put     by rank 0 at type_resized_bad.c:27 (epoch: fence, opened at type_resized_bad.c:26), not yet complete
 * report:   MPI_Put     by rank 2 at type_resized_bad.c:28 (epoch: fence, opened at type_resized_bad.c:26)
 * report:   Nothing orders them. MPI_Win_fence at type_resized_bad.c:29 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[16] = {0};
  MPI_Datatype column;
  MPI_Datatype plain;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Type_vector(4, 1, 4, MPI_INT, &plain);
  MPI_Type_create_resized(plain, 0, 4, &column);
  MPI_Type_free(&plain);
  MPI_Type_commit(&column);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(x, 8, MPI_INT, 1, 0, 2, column, win);
  if (rank == 2) MPI_Put(x, 1, MPI_INT, 1, 13, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Finalize();
}
