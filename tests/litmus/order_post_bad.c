/* A post comes before the operations of the epoch, not before others.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of order_post_bad.c:21 of rank 1, bytes [0, 4)
 * report:   store       by rank 1 at order_post_bad.c:31, main()
 * report:   MPI_Get     by rank 0 at order_post_bad.c:28 (epoch: lock_all, opened at order_post_bad.c:22)
 * report:   Nothing orders them. Let a barrier or message come between the store and the MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, got;
  MPI_Win win;
  int *beside;
  MPI_Group all, peer;
  MPI_Win other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &beside, &other);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, (int[]){1 - rank}, &peer);
  if (rank == 0) {
    MPI_Win_start(peer, 0, other);
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(other);
  } else {
    *memory = 7;
    MPI_Win_post(peer, 0, other);
    MPI_Win_wait(other);
  }
  MPI_Group_free(&peer);
  MPI_Group_free(&all);
  MPI_Win_free(&other);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
