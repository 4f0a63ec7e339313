/* The target stores after MPI_Win_post what is got.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   store       by rank 1 at pscw_store_before_post_bad.c:29, main()
 * report:   MPI_Get     by rank 0 at pscw_store_before_post_bad.c:25 (epoch: start, opened at pscw_store_before_post_bad.c:24)
 * report:   Nothing orders them. Move the store before MPI_Win_post or after MPI_Win_wait. [MPI-4.1 12.7]
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
    MPI_Win_post(peer, 0, win);
    memory[0] = 5;
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  MPI_Finalize();
}
