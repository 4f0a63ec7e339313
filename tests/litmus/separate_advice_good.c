/* What the reports on a store and an update of the separate model advise.
 *
 * run: np=2 options="--check --memory-model=separate"
 * build: --check
 */
#include <mpi.h>

static int *memory, rank, one = 1;
static MPI_Win win;

static void put(int target)
{
  MPI_Put(&one, 1, MPI_INT, target, 4, 1, MPI_INT, win);
}

static void message(int from)
{
  if (rank == from)
    MPI_Send(&one, 0, MPI_INT, 1 - from, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(&one, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void shared_lock(void)
{
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    put(1);
    MPI_Win_unlock(1, win);
  } else {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    memory[0] = 5;
    MPI_Win_unlock(1, win);
  }
}

static void post(void)
{
  MPI_Group all, other;
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    put(1);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
    memory[1] = 5;
  }
  MPI_Group_free(&all);
  MPI_Group_free(&other);
}

static void store_first(void)
{
  MPI_Win_lock_all(0, win);
  if (rank == 1) memory[2] = 5;
  if (rank == 1) MPI_Win_sync(win);
  message(1);
  if (rank == 0) put(1);
  MPI_Win_unlock_all(win);
}

static void update_first(void)
{
  MPI_Win_lock_all(0, win);
  if (rank == 0) put(1);
  if (rank == 0) MPI_Win_flush(1, win);
  message(0);
  if (rank == 1) MPI_Win_sync(win);
  if (rank == 1) memory[3] = 5;
  MPI_Win_unlock_all(win);
}

static void alone(void)
{
  MPI_Win_lock_all(0, win);
  if (rank == 0) put(0);
  if (rank == 0) MPI_Win_flush(0, win);
  if (rank == 0) MPI_Win_sync(win);
  if (rank == 0) memory[3] = 5;
  MPI_Win_unlock_all(win);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(20, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  void (*cases[])(void) = {shared_lock, post, store_first, update_first, alone};
  for (int i = 0; i < 5; i++) {
    MPI_Win_fence(0, win);
    cases[i]();
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
