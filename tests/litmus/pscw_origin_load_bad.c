/* The origin loads the result of a Get before MPI_Win_complete.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0 at pscw_origin_load_bad.c:27 (epoch: start, opened at pscw_origin_load_bad.c:26), not yet complete
 * report:   load        by rank 0 at pscw_origin_load_bad.c:28, main()
 * report:   Nothing orders them. MPI_Win_complete at pscw_origin_load_bad.c:29 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x;
  MPI_Group all, peer;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, (int[]){!rank}, &peer);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    seen = x;
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
