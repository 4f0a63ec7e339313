/* The buffer of a receive that is cancelled later.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Irecv   by rank 1 at nonblocking_cancel_bad.c:24, not yet complete
 * report:   store       by rank 1 at nonblocking_cancel_bad.c:26, main()
 * report:   Nothing orders them. MPI_Wait at nonblocking_cancel_bad.c:27 comes too late; move the store after it. [MPI-4.1 3.7.2]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Irecv(memory, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, &r);
    MPI_Cancel(&r);
    memory[0] = 5;
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
