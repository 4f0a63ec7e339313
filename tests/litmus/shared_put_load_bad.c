/* A rank loads what another one puts into its neighbour's part of a shared
 * window.
 *
 * run: np=3 options="--check --ppn 3" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Put     by rank 1 at shared_put_load_bad.c:27 (epoch: fence, opened at shared_put_load_bad.c:26), not yet complete
 * report:   load        by rank 2 at shared_put_load_bad.c:28, main()
 * report:   Nothing orders them. MPI_Win_fence at shared_put_load_bad.c:29 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Aint size;
  int unit, *base;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &base);
  MPI_Win_fence(0, win);
  if (rank == 1) MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  if (rank == 2) seen = base[0];
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
