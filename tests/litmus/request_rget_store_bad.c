/* The owner stores before the Rget is complete.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Rget    by rank 0 at request_rget_store_bad.c:25 (epoch: lock_all, opened at request_rget_store_bad.c:23), not yet complete
 * report:   store       by rank 1 at request_rget_store_bad.c:31, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at request_rget_store_bad.c:33 comes too late. Let rank 1 know of it, or of a flush, before its store. If it may find either value, update by MPI_Accumulate with MPI_REPLACE, and get by MPI_Get_accumulate with MPI_NO_OP. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x, token = 0;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rget(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &r);
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  if (rank == 1) {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memory[0] = 5;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
