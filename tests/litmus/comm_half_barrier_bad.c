/* A barrier of each rank alone.
 *
 * run: np=4 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of comm_half_barrier_bad.c:26 of rank 1, bytes [0, 4) (2 times)
 * report:   load        by rank 1 at comm_half_barrier_bad.c:33, main()
 * report:   MPI_Put     by rank 0 at comm_half_barrier_bad.c:29 (epoch: lock_all, opened at comm_half_barrier_bad.c:27)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Put. [MPI-4.1 12.7]
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
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm half;
  MPI_Win part;
  int *mine;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &half);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, half, &mine, &part);
  MPI_Win_lock_all(0, part);
  if (rank % 2 == 0) {
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, part);
    MPI_Win_flush(1, part);
  }
  MPI_Barrier(MPI_COMM_SELF);
  if (rank % 2) seen = mine[0];
  MPI_Win_unlock_all(part);
  MPI_Win_free(&part);
  MPI_Comm_free(&half);
  MPI_Win_free(&win);
  MPI_Finalize();
}
