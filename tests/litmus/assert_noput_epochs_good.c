/* MPI_MODE_NOPUT of a post is about its own epoch, and MPI_NO_OP updates
 * nothing: what waits for the next post, or comes under a lock later, may.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

static int rank, one = 1;
static MPI_Group group;
static MPI_Win win;

static void epoch(int assertion)
{
  if (rank == 0) {
    MPI_Win_start(group, 0, win);
    if (assertion)
      MPI_Fetch_and_op(NULL, &one, MPI_INT, 1, 0, MPI_NO_OP, win);
    else
      MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    oriel_compute(1);
    MPI_Win_post(group, assertion, win);
    MPI_Win_wait(win);
  }
}

int main(int argc, char **argv)
{
  int *memory, other;
  MPI_Group all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  other = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &group);
  MPI_Group_free(&all);
  epoch(MPI_MODE_NOPUT);
  epoch(0);
  epoch(MPI_MODE_NOPUT);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock_all(0, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
  }
  MPI_Group_free(&group);
  MPI_Win_free(&win);
  MPI_Finalize();
}
