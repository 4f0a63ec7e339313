/* A rank flushes itself, though its Put went to another.
 *
 * run: np=2 options="--check"
 * report: oriel: flush of oneself on window "halo", while operations to others pend
 * report:   MPI_Put       by rank 0 at flush_self_bad.c:23 (to rank 1), not yet complete
 * report:   MPI_Win_flush by rank 0 at flush_self_bad.c:24 (of rank 0, itself)
 * report:   It completes nothing of them; name their target. [MPI-4.1 12.5.4]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int one = 1;
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
