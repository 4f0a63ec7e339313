/* All ranks poll a word that they share, and nobody sets it: a deadlock, with
 * the checker as without.
 *
 * build: --check
 * run: np=3 options="--ppn 3" exit=122
 * run: np=3 options="--ppn 3 --check" exit=122
 * report: oriel: deadlock at 0.000003043 s: 3 of 3 ranks wait, and nothing can happen any more
 * report:   ranks 0-2 at hang_poll_shared.c:27: a loop on memory, without calling MPI
 * mpich: no (it does not end)
 */
#include <mpi.h>
#include <stdatomic.h>

int main(int argc, char **argv)
{
  int rank, unit;
  atomic_int *flag;
  MPI_Win win;
  MPI_Aint size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank ? 0 : sizeof *flag, 1, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &flag, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &flag);
  if (rank == 0) atomic_init(flag, 0);
  MPI_Win_fence(0, win);
  while (!atomic_load(flag))
    ;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
