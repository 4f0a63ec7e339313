/* The owner stores to an element of the column that is put.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [32, 36)
 * report:   MPI_Put     by rank 0 at type_store_in_gap_bad.c:24 (epoch: fence, opened at type_store_in_gap_bad.c:23), not yet complete
 * report:   store       by rank 1 at type_store_in_gap_bad.c:25, main()
 * report:   Nothing orders them. MPI_Win_fence at type_store_in_gap_bad.c:26 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[16] = {0};
  MPI_Datatype column;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Type_vector(4, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(x, 4, MPI_INT, 1, 0, 1, column, win);
  if (rank == 1) memory[8] = 1;
  MPI_Win_fence(0, win);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Finalize();
}
