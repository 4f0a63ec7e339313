/* Stores and updates elsewhere in the window, in the separate model: what would
 * keep them apart depends on the epoch, and on which comes first.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the copies of the window of rank 1
 * report:   store       by rank 1 at separate_advice_bad.c:53, shared_lock()
 * report:   MPI_Put     by rank 0 at separate_advice_bad.c:34 (epoch: shared lock, opened at separate_advice_bad.c:48)
 * report:   In the separate memory model a store and an update exclude each other in the whole window. Lock the window at rank 1 exclusively for the store, too. [MPI-4.1 12.7]
 * report: oriel: conflict in the copies of the window of rank 1
 * report:   store       by rank 1 at separate_advice_bad.c:70, post()
 * report:   MPI_Put     by rank 0 at separate_advice_bad.c:34 (epoch: start, opened at separate_advice_bad.c:65)
 * report:   In the separate memory model a store and an update exclude each other in the whole window. Move the store before MPI_Win_post or after MPI_Win_wait. [MPI-4.1 12.7]
 * report: oriel: conflict in the copies of the window of rank 1
 * report:   store       by rank 1 at separate_advice_bad.c:80, store_first()
 * report:   MPI_Put     by rank 0 at separate_advice_bad.c:34 (epoch: lock_all, opened at separate_advice_bad.c:79)
 * report:   In the separate memory model a store and an update exclude each other in the whole window. Let MPI_Win_sync by rank 1 and then a message come between the store and the MPI_Put. [MPI-4.1 12.7]
 * report: oriel: conflict in the copies of the window of rank 1
 * report:   MPI_Put     by rank 0 at separate_advice_bad.c:34 (epoch: lock_all, opened at separate_advice_bad.c:87), not yet complete
 * report:   store       by rank 1 at separate_advice_bad.c:90, update_first()
 * report:   In the separate memory model a store and an update exclude each other in the whole window. Let a flush, a message and then MPI_Win_sync by rank 1 come between the MPI_Put and the store. [MPI-4.1 12.7]
 * report: oriel: conflict in the copies of the window of rank 0
 * report:   MPI_Put     by rank 0 at separate_advice_bad.c:34 (epoch: lock_all, opened at separate_advice_bad.c:96), not yet complete
 * report:   store       by rank 0 at separate_advice_bad.c:98, alone()
 * report:   In the separate memory model a store and an update exclude each other in the whole window. Let a flush and MPI_Win_sync come between the MPI_Put and the store. [MPI-4.1 12.7]
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
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
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
    memory[1] = 5;
    MPI_Win_wait(win);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&other);
}

static void store_first(void)
{
  MPI_Win_lock_all(0, win);
  if (rank == 1) memory[2] = 5;
  if (rank == 0) put(1);
  MPI_Win_unlock_all(win);
}

static void update_first(void)
{
  MPI_Win_lock_all(0, win);
  if (rank == 0) put(1);
  message(0);
  if (rank == 1) memory[3] = 5;
  MPI_Win_unlock_all(win);
}

static void alone(void)
{
  MPI_Win_lock_all(0, win);
  if (rank == 0) put(0);
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
