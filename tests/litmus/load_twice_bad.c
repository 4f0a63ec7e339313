/* Two lines load a word that others accumulate into: what conflicts with both
 * is told of the later line.
 *
 * build: --check
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   load           by rank 0 at load_twice_bad.c:38, main()
 * report:   MPI_Accumulate by rank 1 at load_twice_bad.c:36 (epoch: lock_all, opened at load_twice_bad.c:33)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Accumulate. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: portability in the window of rank 0, bytes [0, 4)
 * report:   MPI_Accumulate by rank 1 at load_twice_bad.c:36 (epoch: lock_all, opened at load_twice_bad.c:33), complete only for those who know of it
 * report:   load           by rank 0 at load_twice_bad.c:40, main()
 * report:   Only the value that it finds can order the load, which needs the unified memory model. Fetch it by MPI_Fetch_and_op with MPI_NO_OP, or let a barrier or message come between. [MPI-4.1 12.4]
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   load           by rank 0 at load_twice_bad.c:40, main()
 * report:   MPI_Accumulate by rank 2 at load_twice_bad.c:36 (epoch: lock_all, opened at load_twice_bad.c:33)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Accumulate. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <unistd.h>

static volatile int found;

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  sleep(rank);
  if (rank > 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  } else {
    found = *memory;
    usleep(1500000);
    found += *memory;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
