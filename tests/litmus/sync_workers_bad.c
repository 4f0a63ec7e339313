/* Workers go round together, by a barrier of all, and look once a round, in
 * between, at what a rank updates that no barrier keeps off.
 *
 * build: --check
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4) (6 times)
 * report:   load           by rank 1 at sync_workers_bad.c:33, main()
 * report:   MPI_Accumulate by rank 0 at sync_workers_bad.c:30 (epoch: lock_all, opened at sync_workers_bad.c:23)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Accumulate. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1, mine, any, steps = 0;
  MPI_Comm workers;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &workers);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  *memory = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  while (steps++ < 3) {
    if (rank == 0) oriel_compute(1);
    for (int i = 1; rank == 0 && i < 3; i++)
      MPI_Accumulate(&one, 1, MPI_INT, i, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush_all(win);
    MPI_Win_sync(win);
    mine = *memory != 0;
    MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_LOR, workers);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&workers);
  MPI_Finalize();
}
