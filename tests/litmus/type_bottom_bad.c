/* A buffer named by MPI_BOTTOM is stored to.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Put     by rank 0 at type_bottom_bad.c:27 (epoch: fence, opened at type_bottom_bad.c:25), not yet complete
 * report:   store       by rank 0 at type_bottom_bad.c:28, main()
 * report:   Nothing orders them. MPI_Win_fence at type_bottom_bad.c:30 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[16] = {0};
  MPI_Datatype column;
  MPI_Aint place;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Get_address(&x[3], &place);
  MPI_Type_create_hindexed_block(1, 1, &place, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(MPI_BOTTOM, 1, column, 1, 0, 1, MPI_INT, win);
    x[3] = 1;
  }
  MPI_Win_fence(0, win);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Finalize();
}
