/* Two ranks put to the same block of a distributed array.
 *
 * run: np=4 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [64, 80)
 * report:   MPI_Put     by rank 2 at type_darray_bad.c:33 (epoch: fence, opened at type_darray_bad.c:32), not yet complete
 * report:   MPI_Put     by rank 3 at type_darray_bad.c:33 (epoch: fence, opened at type_darray_bad.c:32)
 * report:   Nothing orders them. MPI_Win_fence at type_darray_bad.c:34 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

static int rank;

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int size[2] = {8, 8}, dist[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK},
      arg[2] = {2, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {2, 2};
  int *a, mine[16];
  MPI_Datatype t;
  MPI_Win win;
  int as = rank;
  if (rank == 3) as = 2;
  MPI_Type_create_darray(4, as, 2, size, dist, arg, grid, MPI_ORDER_C, MPI_INT,
                         &t);
  MPI_Type_commit(&t);
  MPI_Win_allocate(rank ? 0 : 64 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &a, &win);
  for (int i = 0; i < 16; i++)
    mine[i] = rank;
  MPI_Win_fence(0, win);
  MPI_Put(mine, 16, MPI_INT, 0, 0, 1, t, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&t);
  MPI_Win_free(&win);
  MPI_Finalize();
}
