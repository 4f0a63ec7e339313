/* A line loads a word twice, in one go: that is no polling.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4) (2 times)
 * report:   MPI_Put     by rank 0 at poll_line_bad.c:27 (epoch: lock_all, opened at poll_line_bad.c:25), complete only for those who know of it
 * report:   load        by rank 1 at poll_line_bad.c:30, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at poll_line_bad.c:32 completes the MPI_Put, but nothing lets rank 1 know before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int most;

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  volatile int *word = memory;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  } else {
    oriel_compute(1e-3);
    most = *word > most ? *word : most;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
