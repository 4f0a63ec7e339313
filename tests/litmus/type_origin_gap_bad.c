/* The origin stores to an element of the column that it puts.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Put     by rank 0 at type_origin_gap_bad.c:25 (epoch: fence, opened at type_origin_gap_bad.c:23), not yet complete
 * report:   store       by rank 0 at type_origin_gap_bad.c:26, main()
 * report:   Nothing orders them. MPI_Win_fence at type_origin_gap_bad.c:28 comes too late; move the store after it. [MPI-4.1 12.7]
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
  if (rank == 0) {
    MPI_Put(x, 1, column, 1, 0, 4, MPI_INT, win);
    x[4] = 1;
  }
  MPI_Win_fence(0, win);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Finalize();
}
