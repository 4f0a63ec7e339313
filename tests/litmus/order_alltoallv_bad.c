/* Of an exchange, who gets nothing of a rank does not come after it.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at order_alltoallv_bad.c:30 (epoch: lock_all, opened at order_alltoallv_bad.c:28), complete only for those who know of it
 * report:   MPI_Get     by rank 2 at order_alltoallv_bad.c:34 (epoch: lock_all, opened at order_alltoallv_bad.c:28)
 * report:   Nothing orders them. MPI_Win_flush at order_alltoallv_bad.c:31 completes the MPI_Put, but nothing lets rank 2 know before its MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>

/* Rank 0 sends so many elements to rank 2, and all others one to each. */
static void exchange(int rank, int count)
{
  int from[3] = {0}, to[3], places[] = {0, 1, 2};
  int sends[] = {1, 1, rank == 0 ? count : 1};
  int receives[] = {rank == 2 ? count : 1, 1, 1};
  MPI_Alltoallv(from, sends, places, MPI_INT, to, receives, places, MPI_INT,
                MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  int *memory, rank, one = 1, got;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  exchange(rank, 0);
  if (rank == 2) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
