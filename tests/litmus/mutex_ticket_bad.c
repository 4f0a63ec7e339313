/* The holder of a ticket calls the next one before its Put is complete.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [8, 12) (2 times)
 * report:   MPI_Put     by rank 0 at mutex_ticket_bad.c:29 (epoch: lock_all, opened at mutex_ticket_bad.c:23), complete only for those who know of it
 * report:   MPI_Put     by rank 1 at mutex_ticket_bad.c:29 (epoch: lock_all, opened at mutex_ticket_bad.c:23)
 * report:   Nothing orders them. MPI_Win_flush at mutex_ticket_bad.c:31 completes the earlier MPI_Put, but nothing lets rank 1 know before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int one = 1, mine, now;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; i++)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&one, &mine, MPI_INT, 0, 0, MPI_SUM, win);
  do {
    MPI_Fetch_and_op(NULL, &now, MPI_INT, 0, 1, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
  } while (now != mine);
  MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
