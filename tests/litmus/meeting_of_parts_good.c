/* What the ranks of a part know, since they have met, one of them brings to a
 * meeting with the other parts, and from there back.
 *
 * run: np=16 options="--check"
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
  if (rank % PART == 0) MPI_Barrier(firsts);
  MPI_Barrier(part);
  MPI_Put(&rank, 1, MPI_INT, 0, (rank + 6) % size, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&part);
  MPI_Comm_free(&firsts);
  MPI_Win_free(&win);
  MPI_Finalize();
}
