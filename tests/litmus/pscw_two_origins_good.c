/* The second origin puts in the exposure after that of the first one.
 *
 * run: np=3 options="--check"
 * build: --check
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
    MPI_Group_incl(all, 1, (int[]){0}, &peers);
    MPI_Win_post(peers, 0, win);
    MPI_Win_wait(win);
    MPI_Group_free(&peers);
    MPI_Group_incl(all, 1, (int[]){2}, &peers);
    MPI_Win_post(peers, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peers);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  MPI_Finalize();
}
