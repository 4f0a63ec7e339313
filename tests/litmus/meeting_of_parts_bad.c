/* The ranks of a part meet, and so do the first ones of all parts, but nobody
 * tells the others what these have learnt.
 *
 * run: np=16 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [32, 36) (12 times)
 * report:   MPI_Put     by rank 8 at meeting_of_parts_bad.c:26 (epoch: lock_all, opened at meeting_of_parts_bad.c:25), complete only for those who know of it
 * report:   MPI_Put     by rank 2 at meeting_of_parts_bad.c:31 (epoch: lock_all, opened at meeting_of_parts_bad.c:25)
 * report:   Nothing orders them. MPI_Win_flush at meeting_of_parts_bad.c:27 completes the earlier MPI_Put, but nothing lets rank 2 know before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

enum { PART = 4 };

int main(int argc, char **argv)
{
  int *memory, rank, size;
  MPI_Comm part, firsts;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_split(MPI_COMM_WORLD, rank / PART, rank, &part);
  MPI_Comm_split(MPI_COMM_WORLD, rank % PART, rank, &firsts);
  MPI_Win_lock_all(0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  MPI_Barrier(part);
  MPI_Barrier(part);
  if (rank % PART == 0) MPI_Barrier(firsts);
  MPI_Put(&rank, 1, MPI_INT, 0, (rank + 6) % size, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&part);
  MPI_Comm_free(&firsts);
  MPI_Win_free(&win);
  MPI_Finalize();
}
