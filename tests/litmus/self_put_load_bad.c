/* A rank loads what it has put to itself before anything completes it.
 *
 * run: np=1 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at self_put_load_bad.c:23 (epoch: lock_all, opened at self_put_load_bad.c:22), not yet complete
 * report:   load        by rank 0 at self_put_load_bad.c:24, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at self_put_load_bad.c:25 comes too late; move the load after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  seen = memory[0];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
