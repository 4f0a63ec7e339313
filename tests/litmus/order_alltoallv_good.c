/* Of an exchange, who gets something of a rank comes after it.
 *
 * run: np=3 options="--check"
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
  exchange(rank, 1);
  if (rank == 2) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
