/* What a rank has got in an epoch before tells it nothing of the next post.
 *
 * build: --check
 * report: oriel: conflict in window "win" of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at pscw_got_before_bad.c:58, main()
 * report:   MPI_Put     by rank 1 at pscw_got_before_bad.c:61 (epoch: lock_all, opened at pscw_got_before_bad.c:57)
 * report:   Nothing orders them. Let a barrier or message come between the store and the MPI_Put. [MPI-4.1 12.7]
 * run: np=2 options="--check" exit=121
 * run: np=2 options="--check" exit=121 args="fence"
 */
#include <mpi.h>

static MPI_Group peer;
static MPI_Win posted;
static int rank, got;

static void fenced(void)
{
  MPI_Win_fence(MPI_MODE_NOPRECEDE, posted);
  if (rank == 1) MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, posted);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, posted);
}

static void epoch(int gets)
{
  if (rank == 0) {
    MPI_Win_post(peer, 0, posted);
    MPI_Win_wait(posted);
  } else {
    MPI_Win_start(peer, 0, posted);
    if (gets)
      MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, posted);
    else
      MPI_Put(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, posted);
    MPI_Win_complete(posted);
  }
}

int main(int argc, char **argv)
{
  int *memory, *other, one = 1;
  MPI_Group world;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &(int){1 - rank}, &peer);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other, &posted);
  MPI_Win_set_name(win, "win");
  *other = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (argc > 1)
    fenced();
  else
    epoch(1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) *memory = 7;
  epoch(0);
  if (rank == 1) {
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&posted);
  MPI_Win_free(&win);
  MPI_Group_free(&peer);
  MPI_Group_free(&world);
  MPI_Finalize();
}
