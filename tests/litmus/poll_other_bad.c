/* A rank loads a word, and then polls for a message; the word is loaded again,
 * at the same line, after that.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   load        by rank 1 at poll_other_bad.c:19, look()
 * report:   MPI_Put     by rank 0 at poll_other_bad.c:37 (epoch: lock_all, opened at poll_other_bad.c:34)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int seen;

__attribute__((noinline)) static int look(volatile int *at)
{
  int found, there = 0;
  found = *at;
  while (!there)
    MPI_Iprobe(0, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
  return found;
}

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
  if (rank == 0) {
    oriel_compute(1e-3);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    for (int i = 0; i < 2; i++)
      MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    for (int i = 0; i < 2; i++) {
      seen += look(memory);
      MPI_Recv(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
