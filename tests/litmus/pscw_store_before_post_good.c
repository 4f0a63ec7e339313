/* The target stores before MPI_Win_post what is got.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Group all, peer;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, (int[]){!rank}, &peer);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    memory[0] = 5;
    MPI_Win_post(peer, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  MPI_Finalize();
}
