/* MPI_Mrecv writes what is got.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [4, 8)
 * report:   MPI_Get     by rank 0 at fence_mrecv_bad.c:26 (epoch: fence, opened at fence_mrecv_bad.c:25), not yet complete
 * report:   MPI_Mrecv   by rank 1 at fence_mrecv_bad.c:29
 * report:   Nothing orders them. MPI_Win_fence at fence_mrecv_bad.c:31 comes too late; move the MPI_Mrecv after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  int y[2] = {0};
  MPI_Message m;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  MPI_Isend(y, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &r);
  MPI_Mprobe(1 - rank, 0, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);
  MPI_Mrecv(memory, 2, MPI_INT, &m, MPI_STATUS_IGNORE);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
