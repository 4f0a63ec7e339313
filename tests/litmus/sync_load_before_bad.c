/* A word is loaded, and then in a loop after MPI_Win_sync: only the loop's load
 * may look at what others update meanwhile.
 *
 * build: --check
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   load           by rank 1 at sync_load_before_bad.c:28, main()
 * report:   MPI_Accumulate by rank 0 at sync_load_before_bad.c:26 (epoch: lock_all, opened at sync_load_before_bad.c:23)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Accumulate. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, seen = 0, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    oriel_compute(1e-3);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  } else if (rank == 1) {
    seen = *memory;
    MPI_Send(&seen, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    for (int i = 0; i < argc && !seen; i++) {
      MPI_Win_sync(win);
      seen += *memory;
    }
  } else {
    MPI_Recv(&seen, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
