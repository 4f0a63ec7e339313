/* Who has only put something there may come before the post: MPI_Win_complete
 * is over when its buffer is free.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of pscw_got_bad.c:22 of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at pscw_got_bad.c:27, main()
 * report:   MPI_Put     by rank 1 at pscw_got_bad.c:34 (epoch: lock_all, opened at pscw_got_bad.c:25)
 * report:   Nothing orders them. Let a barrier or message come between the store and the MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, *other, rank, one = 1, got = 0;
  MPI_Group world, peer;
  MPI_Win win, posted;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &(int){1 - rank}, &peer);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other, &posted);
  *other = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    *memory = 7;
    MPI_Win_post(peer, 0, posted);
    MPI_Win_wait(posted);
  } else {
    MPI_Win_start(peer, 0, posted);
    MPI_Put(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, posted);
    MPI_Win_complete(posted);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&posted);
  MPI_Win_free(&win);
  MPI_Group_free(&peer);
  MPI_Group_free(&world);
  MPI_Finalize();
  return got;
}
