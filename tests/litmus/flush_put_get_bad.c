/* A put and a get are complete locally, the put not at the target: that a get
 * came last does not end it there.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at flush_put_get_bad.c:21 (epoch: lock_all, opened at flush_put_get_bad.c:19), complete locally only
 * report:   MPI_Put     by rank 1 at flush_put_get_bad.c:27 (epoch: lock_all, opened at flush_put_get_bad.c:19)
 * report:   Nothing orders them. MPI_Win_unlock_all at flush_put_get_bad.c:28 comes too late. Let rank 1 know of it, or of a flush, before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, one = 1, got, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get(&got, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush_local(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
