/* Put and Get in a window of MPI_COMM_SELF.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of self_comm_bad.c:24 of rank 0, bytes [0, 4) (2 times)
 * report:   MPI_Put     by rank 0 at self_comm_bad.c:26 (epoch: shared lock, opened at self_comm_bad.c:25), not yet complete
 * report:   MPI_Get     by rank 0 at self_comm_bad.c:27 (epoch: shared lock, opened at self_comm_bad.c:25)
 * report:   Nothing orders them. MPI_Win_unlock at self_comm_bad.c:28 comes too late; move the MPI_Get into an epoch after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win own;
  int *mine;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_SELF, &mine, &own);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, own);
  MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, own);
  MPI_Get(&y, 1, MPI_INT, 0, 0, 1, MPI_INT, own);
  MPI_Win_unlock(0, own);
  seen = y;
  MPI_Win_free(&own);
  MPI_Win_free(&win);
  MPI_Finalize();
}
