/* The origin changes its buffer before MPI_Win_complete.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Put     by rank 0 at pscw_origin_store_bad.c:25 (epoch: start, opened at pscw_origin_store_bad.c:24), not yet complete
 * report:   store       by rank 0 at pscw_origin_store_bad.c:26, main()
 * report:   Nothing orders them. MPI_Win_complete at pscw_origin_store_bad.c:27 comes too late; move the store after it. [MPI-4.1 12.7]
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
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    x = 2;
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  MPI_Finalize();
}
