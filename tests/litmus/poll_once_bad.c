/* A word is loaded once, after an Accumulate that nothing but what the load
 * finds could order with it.
 *
 * build: --check
 * run: np=2 options="--check=strict" exit=121
 * report: oriel: portability in the window of rank 1, bytes [0, 4)
 * report:   MPI_Accumulate by rank 0 at poll_once_bad.c:26 (epoch: shared lock, opened at poll_once_bad.c:25), complete only for those who know of it
 * report:   load           by rank 1 at poll_once_bad.c:30, main()
 * report:   Only the value that it finds can order the load, which needs the unified memory model. Fetch it by MPI_Fetch_and_op with MPI_NO_OP, or let an exclusive lock or message come between. [MPI-4.1 12.4]
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  int *memory, rank, found;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    int one = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(1, win);
  } else {
    sleep(1);
    found = *memory;
    MPI_Send(&found, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  if (rank == 0)
    MPI_Recv(&found, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  MPI_Finalize();
}
