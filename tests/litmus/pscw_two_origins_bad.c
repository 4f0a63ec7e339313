/* Two origins put to the same word in one exposure.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at pscw_two_origins_bad.c:25 (epoch: start, opened at pscw_two_origins_bad.c:24), complete locally only
 * report:   MPI_Put     by rank 2 at pscw_two_origins_bad.c:25 (epoch: start, opened at pscw_two_origins_bad.c:24)
 * report:   Nothing orders them. MPI_Win_wait at pscw_two_origins_bad.c:30 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Group all, peers;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  if (rank != 1) {
    MPI_Group_incl(all, 1, (int[]){1}, &peers);
    MPI_Win_start(peers, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Group_incl(all, 2, (int[]){0, 2}, &peers);
    MPI_Win_post(peers, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peers);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  MPI_Finalize();
}
