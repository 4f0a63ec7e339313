/* More than a thousand ranks put to the same bytes, of ten pages, between two
 * fences: each conflicts with all before it, and a rank's line is its own.
 *
 * run: np=1200 options="--check" exit=121 limit=10
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 40000) (1199 times)
 * report:   MPI_Put     by rank 0 at fence_all_put_bad.c:25 (epoch: fence, opened at fence_all_put_bad.c:24), not yet complete
 * report:   MPI_Put     by rank 1 at fence_all_put_bad.c:25 (epoch: fence, opened at fence_all_put_bad.c:24)
 * report:   Nothing orders them. MPI_Win_fence at fence_all_put_bad.c:26 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

enum { MANY = 10000 };

int main(int argc, char **argv)
{
  static int mine[MANY];
  int rank, *part;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(rank ? 0 : sizeof mine, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &part, &win);
  MPI_Win_fence(0, win);
  MPI_Put(mine, MANY, MPI_INT, 0, 0, MANY, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
