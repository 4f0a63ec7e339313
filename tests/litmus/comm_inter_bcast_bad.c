/* Only the other group hears of a broadcast between groups.
 *
 * run: np=4 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 2, bytes [0, 4)
 * report:   load        by rank 2 at comm_inter_bcast_bad.c:31, main()
 * report:   MPI_Put     by rank 0 at comm_inter_bcast_bad.c:26 (epoch: lock_all, opened at comm_inter_bcast_bad.c:24)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank, x = 1, token = 0;
  MPI_Comm half, both;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &both);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_flush(2, win);
  }
  int root = rank % 2 ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  MPI_Bcast(&token, 1, MPI_INT, root, both);
  if (rank == 2) seen = memory[0];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  MPI_Finalize();
}
