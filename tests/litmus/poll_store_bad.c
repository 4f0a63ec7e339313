/* A loop that stores looks for nothing: what it stores meets an update that
 * nothing orders, whether it comes before or after.
 *
 * run: np=2 options="--check" args=0 exit=121
 * report: oriel: conflict in window "count" of rank 1, bytes [0, 4)
 * report:   store          by rank 1 at poll_store_bad.c:33, main()
 * report:   MPI_Accumulate by rank 0 at poll_store_bad.c:35 (epoch: lock_all, opened at poll_store_bad.c:28)
 * report:   Nothing orders them. Let a barrier or message come between the store and the MPI_Accumulate. [MPI-4.1 12.7]
 * run: np=2 options="--check" args=1 exit=121
 * report: oriel: conflict in window "count" of rank 1, bytes [0, 4)
 * report:   MPI_Accumulate by rank 0 at poll_store_bad.c:35 (epoch: lock_all, opened at poll_store_bad.c:28), complete only for those who know of it
 * report:   store          by rank 1 at poll_store_bad.c:33, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at poll_store_bad.c:37 completes the MPI_Accumulate, but nothing lets rank 1 know before its store. [MPI-4.1 12.7]
 * build: --check
 */
#include <mpi.h>
#include <oriel.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int rank, one = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "count");
  MPI_Win_lock_all(0, win);
  oriel_compute(rank == atoi(argv[1]) ? 1e-3 : 0);
  if (rank == 1) {
    volatile int *to = memory;
    for (int i = 0; i < 100; i++)
      *to = i;
  } else {
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
